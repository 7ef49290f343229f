package io.mintmark.uuid;

import io.mintmark.encoding.InvalidTextException;
import java.time.Instant;
import java.util.UUID;

/**
 * A ULID: 48 bits of milliseconds since 1970 and 80 random bits, 26 characters that sort by time.
 *
 * <p>Layout and text as in the ULID specification (github.com/ulid/spec). Immutable; compared unsigned, as its text.
 *
 * @param high the milliseconds and the first 16 random bits
 * @param low the other 64 random bits
 */
public record Ulid(long high, long low) implements Comparable<Ulid> {
    /** Characters of a text. */
    public static final int TEXT_LENGTH = Base32Text.WIDTH;

    /**
     * Returns the ULID written {@code text}: 26 digits of Crockford's base 32 in either case, the first one 7 at most.
     *
     * <p>I, L, O, U and hyphens are refused, although Crockford reads some of them: an id has one text but for case.
     *
     * @throws InvalidTextException if it is anything else
     */
    public static Ulid parse(String text) {
        String broken = Base32Text.ULID.invalid(text);
        if (!broken.equals(Base32Text.VALID)) {
            throw InvalidTextException.of("a ULID " + broken, text, "send it as it was written");
        }
        return new Ulid(Base32Text.ULID.high(text), Base32Text.ULID.low(text));
    }

    /** Returns the ULID with the same 128 bits. */
    public static Ulid of(UUID id) {
        return new Ulid(id.getMostSignificantBits(), id.getLeastSignificantBits());
    }

    /** Returns the UUID with the same 128 bits, for a column of that type; its version says nothing. */
    public UUID toUuid() {
        return new UUID(high, low);
    }

    /** Returns the time in it, to the millisecond. */
    public Instant time() {
        return Instant.ofEpochMilli(high >>> 16);
    }

    @Override
    public int compareTo(Ulid other) {
        int first = Long.compareUnsigned(high, other.high);
        return first != 0 ? first : Long.compareUnsigned(low, other.low);
    }

    /** Returns the 26 characters, in capitals. */
    @Override
    public String toString() {
        return Base32Text.ULID.write(high, low);
    }
}
