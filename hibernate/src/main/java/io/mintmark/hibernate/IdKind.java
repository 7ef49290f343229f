package io.mintmark.hibernate;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.document.DocumentId;
import io.mintmark.document.InvalidDocumentIdException;
import io.mintmark.hilo.HiLo;
import io.mintmark.range.Range;
import java.math.BigInteger;
import java.util.function.Function;

/** The Java types that an id may have, and how a number becomes one. */
enum IdKind {
    LONG {
        @Override
        Function<HiLo, Object> form(MappedId id, String nodeTag) {
            return HiLo::next;
        }
    },
    INT {
        @Override
        Function<HiLo, Object> form(MappedId id, String nodeTag) {
            return generator -> toInt(generator.next(), id);
        }
    },
    BIG_INTEGER {
        @Override
        Function<HiLo, Object> form(MappedId id, String nodeTag) {
            return generator -> BigInteger.valueOf(generator.next());
        }
    },
    DOCUMENT_ID {
        @Override
        Function<HiLo, Object> form(MappedId id, String nodeTag) {
            requireLegal(id, nodeTag);
            return generator -> generator.nextBlock(1, (range, number) -> spell(range, number, id.prefix(), nodeTag));
        }
    };

    /** Returns how ids of {@code id}'s type are made; throws {@link MintmarkMappingException} if there is no way. */
    static IdKind of(MappedId id) {
        Class<?> type = id.type();
        if (type == Long.class || type == long.class) {
            return LONG;
        }
        if (type == Integer.class || type == int.class) {
            return INT;
        }
        if (type == BigInteger.class) {
            return BIG_INTEGER;
        }
        if (type == String.class) {
            return DOCUMENT_ID;
        }
        throw new MintmarkMappingException(
                "an id with @MintmarkId must be a long, an int, a BigInteger or a String, and not"
                        + " part of an embedded id: " + id.attribute() + " is a " + type.getName()
                        + "; change its type, or take the annotation away and assign the id");
    }

    /** Returns what makes an id of the next number of a generator; {@code nodeTag} may be empty. */
    abstract Function<HiLo, Object> form(MappedId id, String nodeTag);

    private static Integer toInt(long number, MappedId id) {
        if (number > Integer.MAX_VALUE) {
            throw new ExhaustedException("The counter " + id.counter() + " stands at " + number + ", but "
                    + id.attribute() + " is an int and ends at " + Integer.MAX_VALUE + ": make it a long.");
        }
        return (int) number;
    }

    /** The range's own prefix and tag take precedence: they were reserved with the number (promise G6). */
    private static String spell(Range range, long number, String prefix, String nodeTag) {
        String begin = range.prefix().isEmpty() ? prefix : range.prefix();
        String tag = range.nodeTag().isEmpty() ? nodeTag : range.nodeTag();
        return tag.isEmpty() ? begin + number : begin + number + '-' + tag;
    }

    private static void requireLegal(MappedId id, String nodeTag) {
        String longest = id.prefix() + Long.MAX_VALUE + (nodeTag.isEmpty() ? "" : "-" + nodeTag);
        try {
            DocumentId.of(longest);
        } catch (InvalidDocumentIdException e) {
            throw new MintmarkMappingException(
                    "String ids with @MintmarkId must be document ids: those of " + id.attribute()
                            + " would not be legal: " + e.getMessage() + "; give @MintmarkId another prefix",
                    e);
        }
    }
}
