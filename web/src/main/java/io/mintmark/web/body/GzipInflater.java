package io.mintmark.web.body;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Inflates gzip piece by piece, member after member (RFC 1952), and compares each with its checksum. Used by one
 * thread.
 *
 * <p>The stream of the JDK calls itself for each member without content, so a body of thousands overflows its stack; it
 * also passes over whatever follows the last member. Jetty's decoder does not look at checksums.
 */
public final class GzipInflater implements AutoCloseable {
    private static final int FIXED_HEADER_BYTES = 10;
    private static final int TRAILER_BYTES = 8;
    private static final int FLAGS_AT = 3;
    private static final int HEADER_CRC = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xE0;

    /** What the next bytes mean, in the order in which a member has it. */
    private enum Field {
        FIXED_HEADER,
        EXTRA_SIZE,
        EXTRA,
        NAME,
        COMMENT,
        HEADER_CHECKSUM,
        CONTENT,
        TRAILER
    }

    private final Inflater inflater = new Inflater(true);
    /** The header's, then the content's. */
    private final CRC32 checksum = new CRC32();

    private final byte[] gathered = new byte[FIXED_HEADER_BYTES];
    private int have;
    private Field field = Field.FIXED_HEADER;
    private int flags;
    private long extra;
    private int members;

    /**
     * Inflates what {@code gzip} has next into {@code out}, of one member at most: nothing if it has no more, or the
     * member ended.
     *
     * @throws DataFormatException if these bytes are no gzip
     */
    public void next(ByteBuffer gzip, ByteBuffer out) throws DataFormatException {
        while (field != Field.CONTENT && gzip.hasRemaining()) {
            if (field == Field.TRAILER) {
                trailer(gzip.get());
                if (have == 0) {
                    return;
                }
            } else {
                header(gzip.get());
            }
        }
        if (field == Field.CONTENT) {
            content(gzip, out);
        }
    }

    /** Returns how many members have begun. */
    int members() {
        return members;
    }

    /**
     * Refuses bytes that end before a member does, or have none.
     *
     * @throws DataFormatException if they do
     */
    public void requireEnd() throws DataFormatException {
        if (members == 0 || field != Field.FIXED_HEADER || have > 0) {
            throw new DataFormatException("it ends early");
        }
    }

    private void content(ByteBuffer gzip, ByteBuffer out) throws DataFormatException {
        int from = out.position();
        inflater.setInput(gzip);
        int ignored = inflater.inflate(out);
        checksum.update(out.duplicate().limit(out.position()).position(from));
        if (inflater.finished()) {
            field = Field.TRAILER;
        } else if (inflater.needsDictionary()) {
            throw new DataFormatException("a dictionary is needed");
        }
    }

    private void header(byte b) throws DataFormatException {
        if (field != Field.HEADER_CHECKSUM) {
            checksum.update(b);
        }
        switch (field) {
            case FIXED_HEADER -> fixedHeader(b);
            case EXTRA_SIZE -> extraSize(b);
            case EXTRA -> {
                if (--extra == 0) {
                    goOn();
                }
            }
            case HEADER_CHECKSUM -> headerChecksum(b);
            default -> {
                // A name or a comment.
                if (b == 0) {
                    goOn();
                }
            }
        }
    }

    private void fixedHeader(byte b) throws DataFormatException {
        int place = gather(b);
        boolean fits = switch (place) {
            case 0 -> b == 0x1F;
            case 1 -> (b & 0xFF) == 0x8B;
            case 2 -> b == 8;
            case FLAGS_AT -> (b & RESERVED) == 0;
            default -> true;
        };
        if (!fits) {
            throw new DataFormatException("a member does not begin like one");
        }
        if (have == FIXED_HEADER_BYTES) {
            flags = gathered[FLAGS_AT];
            members++;
            goOn();
        }
    }

    private void extraSize(byte b) {
        if (gather(b) == 1) {
            extra = number(0, have);
            goOn();
        }
    }

    private void headerChecksum(byte b) throws DataFormatException {
        if (gather(b) == 1) {
            if (number(0, have) != (checksum.getValue() & 0xFFFF)) {
                throw new DataFormatException("a header does not match its checksum");
            }
            goOn();
        }
    }

    private void trailer(byte b) throws DataFormatException {
        if (gather(b) < TRAILER_BYTES - 1) {
            return;
        }
        boolean fits = number(0, Integer.BYTES) == checksum.getValue()
                && number(Integer.BYTES, TRAILER_BYTES) == (inflater.getBytesWritten() & 0xFFFFFFFFL);
        if (!fits) {
            throw new DataFormatException("a member does not match its checksum");
        }
        field = Field.FIXED_HEADER;
        have = 0;
        checksum.reset();
    }

    /** Keeps a byte; returns its place among those that are kept. */
    private int gather(byte b) {
        gathered[have] = b;
        return have++;
    }

    private long number(int from, int to) {
        long number = 0;
        for (int i = to - 1; i >= from; i--) {
            number = number << Byte.SIZE | gathered[i] & 0xFF;
        }
        return number;
    }

    /** Goes on to the next field that this member has. */
    private void goOn() {
        have = 0;
        do {
            field = Field.values()[field.ordinal() + 1];
        } while (!has(field));
        if (field == Field.CONTENT) {
            inflater.reset();
            checksum.reset();
        }
    }

    private boolean has(Field next) {
        return switch (next) {
            case EXTRA_SIZE -> (flags & EXTRA) != 0;
            case EXTRA -> extra > 0;
            case NAME -> (flags & NAME) != 0;
            case COMMENT -> (flags & COMMENT) != 0;
            case HEADER_CHECKSUM -> (flags & HEADER_CRC) != 0;
            default -> true;
        };
    }

    @Override
    public void close() {
        inflater.end();
    }
}
