package io.mintmark.storage.lifecycle;

import io.mintmark.internal.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** How many rows there were and the sum of their digests, whatever their order. Used by one thread. */
public final class RowSum {
    private final MessageDigest digest = Sha256.begin();
    private long count;
    private long sum;

    /** Adds a row. */
    public void add(Object[] row) {
        for (Object value : row) {
            byte[] bytes =
                    value instanceof byte[] array ? array : value.toString().getBytes(StandardCharsets.UTF_8);
            digest.update(
                    ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
            digest.update(bytes);
        }
        sum += ByteBuffer.wrap(digest.digest()).getLong();
        count++;
    }

    /** Returns how many rows were added. */
    public long count() {
        return count;
    }

    /** Returns whether the same rows were added to both. */
    public boolean isSameAs(RowSum other) {
        return count == other.count && sum == other.sum;
    }
}
