package io.mintmark.server.storage.sql;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A checksum over the columns of one row, in a fixed order: CRC-32C, which notices any single flipped bit.
 *
 * <p>SQLite keeps none of what it stores outside its log, so a bit that flipped in a file is read as if it had been
 * written. Texts and blobs count with their length, an absent number differs from every number. One object serves many
 * rows, one after the other; used by one thread.
 */
final class RowChecksum {
    private final CRC32C crc = new CRC32C();
    private final byte[] eight = new byte[Long.BYTES];

    /** Begins with a row that holds nothing yet. */
    RowChecksum begin() {
        crc.reset();
        return this;
    }

    RowChecksum add(long value) {
        for (int i = 0; i < Long.BYTES; i++) {
            eight[i] = (byte) (value >>> (8 * i));
        }
        crc.update(eight, 0, Long.BYTES);
        return this;
    }

    RowChecksum add(@Nullable Long value) {
        return value == null ? add(0L).add(0L) : add(1L).add(value.longValue());
    }

    RowChecksum add(String text) {
        return add(text.getBytes(StandardCharsets.UTF_8));
    }

    RowChecksum add(byte[] bytes) {
        add((long) bytes.length);
        crc.update(bytes, 0, bytes.length);
        return this;
    }

    /** Returns the checksum, 0 to 2^32 - 1. */
    long value() {
        return crc.getValue();
    }
}
