package io.mintmark.storage.sqlite.file;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A checksum over the columns of one row, in a fixed order: CRC-32C, which notices any single flipped bit.
 *
 * <p>SQLite keeps none of what it stores outside its log, so a bit that flipped in a file is read as if it had been
 * written. Texts and blobs count with their length, an absent number differs from every number. One object serves many
 * rows, one after the other; used by one thread.
 */
public final class RowChecksum {
    /** Longer than nearly all rows of counters, identities and the state. */
    private static final int USUAL_BYTES = 512;

    /** What is kept for the next row; a HiLo document of megabytes is rare. */
    private static final int LARGE_BYTES = 1 << 16;

    private static final VarHandle LITTLE_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final CRC32C crc = new CRC32C();
    /** The row so far: one long run through the checksum is several times as fast as many short ones. */
    private byte[] row = new byte[USUAL_BYTES];

    private int length;

    /** Begins with a row that holds nothing yet. */
    public RowChecksum begin() {
        length = 0;
        return this;
    }

    public RowChecksum add(long value) {
        reserve(Long.BYTES);
        LITTLE_ENDIAN.set(row, length, value);
        length += Long.BYTES;
        return this;
    }

    public RowChecksum add(@Nullable Long value) {
        return value == null ? add(0L).add(0L) : add(1L).add(value.longValue());
    }

    public RowChecksum add(String text) {
        return add(text.getBytes(StandardCharsets.UTF_8));
    }

    public RowChecksum add(byte[] bytes) {
        add((long) bytes.length);
        reserve(bytes.length);
        System.arraycopy(bytes, 0, row, length, bytes.length);
        length += bytes.length;
        return this;
    }

    /** Returns the checksum of a row that holds a key and a number. */
    public long ofPair(String key, long value) {
        return begin().add(key).add(value).value();
    }

    /** Returns the checksum of a row that holds a key and a text. */
    public long ofTexts(String key, String text) {
        return begin().add(key).add(text).value();
    }

    /** Returns the number of a row that has a key, a number and their checksum; refuses a damaged one. */
    public long readPair(ResultSet row, String what) throws SQLException {
        String key = row.getString(1);
        long value = row.getLong(2);
        if (row.getLong(3) != ofPair(key, value)) {
            throw Damage.ofRow(what + key);
        }
        return value;
    }

    private void reserve(int more) {
        if (row.length - length < more) {
            row = Arrays.copyOf(row, Math.max(2 * row.length, Math.addExact(length, more)));
        }
    }

    /** Returns the checksum, 0 to 2^32 - 1. */
    public long value() {
        crc.reset();
        crc.update(row, 0, length);
        if (row.length > LARGE_BYTES) {
            row = new byte[USUAL_BYTES];
        }
        return crc.getValue();
    }
}
