package io.mintmark.jdbc.internal.store;

import io.mintmark.RandomBytes;
import java.nio.ByteBuffer;

/**
 * The serial that a row of our own table begins with: a random number, so that no two lives of a row share tokens.
 *
 * <p>A table may be dropped and made anew while a program still holds a range of its old life. If both lives counted
 * their serials from one number, that range would have the token of a range in the new life, and its return would be
 * accepted.
 */
public final class FirstSerial {
    /** Leaves room for another 2^62 reservations and returns before the column is full. */
    private static final long FIRST_MAX = 1L << 62;

    private FirstSerial() {}

    /** Returns a number from 1 to 2^62. */
    public static long draw(RandomBytes random) {
        byte[] bytes = new byte[Long.BYTES];
        random.fill(bytes);
        return Math.floorMod(ByteBuffer.wrap(bytes).getLong(), FIRST_MAX) + 1;
    }
}
