package io.mintmark.web.body;

import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The content of gzip that lies in memory, member after member (RFC 1952). Used by one thread.
 *
 * <p>The stream of the JDK calls itself for each member without content, so a body of thousands overflows its stack; it
 * also passes over whatever follows the last member.
 */
final class GzipMembers implements AutoCloseable {
    private static final int FIXED_HEADER_BYTES = 10;
    private static final int TRAILER_BYTES = 8;
    private static final int HEADER_CRC = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xE0;

    private final byte[] gzip;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private int at;
    private int members;
    private boolean within;

    /** Reads {@code gzip}, which nobody changes meanwhile. */
    GzipMembers(byte[] gzip) {
        this.gzip = gzip;
    }

    /**
     * Inflates the next bytes into {@code chunk}; returns how many, perhaps none, or -1 after the last member.
     *
     * @throws DataFormatException if these bytes are no gzip, or end too early
     */
    int read(byte[] chunk) throws DataFormatException {
        if (!within) {
            if (at == gzip.length && members > 0) {
                return -1;
            }
            begin();
        }
        int read = inflater.inflate(chunk);
        checksum.update(chunk, 0, read);
        if (inflater.finished()) {
            end();
        } else if (read == 0) {
            throw new DataFormatException(inflater.needsDictionary() ? "a dictionary is needed" : "it ends early");
        }
        return read;
    }

    /** Returns how many members have begun. */
    int members() {
        return members;
    }

    private void begin() throws DataFormatException {
        int header = at;
        if (next() != 0x1F || next() != 0x8B || next() != 8) {
            throw new DataFormatException("a member does not begin like one");
        }
        int flags = next();
        if ((flags & RESERVED) != 0) {
            throw new DataFormatException("a member uses what its format reserves");
        }
        skip(header + FIXED_HEADER_BYTES - at);
        if ((flags & EXTRA) != 0) {
            skip(next() | next() << Byte.SIZE);
        }
        if ((flags & NAME) != 0) {
            skipText();
        }
        if ((flags & COMMENT) != 0) {
            skipText();
        }
        if ((flags & HEADER_CRC) != 0) {
            requireHeaderChecksum(header);
        }
        members++;
        within = true;
        inflater.reset();
        inflater.setInput(gzip, at, gzip.length - at);
        checksum.reset();
    }

    private void requireHeaderChecksum(int header) throws DataFormatException {
        checksum.reset();
        checksum.update(gzip, header, at - header);
        if ((next() | next() << Byte.SIZE) != (checksum.getValue() & 0xFFFF)) {
            throw new DataFormatException("a header does not match its checksum");
        }
    }

    private void end() throws DataFormatException {
        at = gzip.length - inflater.getRemaining();
        if (gzip.length - at < TRAILER_BYTES) {
            throw new DataFormatException("it ends early");
        }
        if (word() != checksum.getValue() || word() != (inflater.getBytesWritten() & 0xFFFFFFFFL)) {
            throw new DataFormatException("a member does not match its checksum");
        }
        within = false;
    }

    private long word() throws DataFormatException {
        return next() | next() << 8 | next() << 16 | (long) next() << 24;
    }

    private void skipText() throws DataFormatException {
        while (next() != 0) {}
    }

    private void skip(int bytes) throws DataFormatException {
        if (bytes > gzip.length - at) {
            throw new DataFormatException("it ends early");
        }
        at += bytes;
    }

    private int next() throws DataFormatException {
        if (at == gzip.length) {
            throw new DataFormatException("it ends early");
        }
        return gzip[at++] & 0xFF;
    }

    @Override
    public void close() {
        inflater.end();
    }
}
