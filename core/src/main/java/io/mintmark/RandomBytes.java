package io.mintmark;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.UUID;

/**
 * Where randomness comes from, so that tests can bring their own and repeat themselves.
 *
 * <p>Implementations are safe for any number of threads.
 */
@FunctionalInterface
public interface RandomBytes {
    /** Fills the array with bytes that nobody else has or foresees. */
    void fill(byte[] bytes);

    /** Returns {@code count} new bytes; {@code count} is at least 0. */
    default byte[] take(int count) {
        byte[] bytes = new byte[count];
        fill(bytes);
        return bytes;
    }

    /** Returns a UUID of version 4 (RFC 9562, section 5.4): 122 bits from here. */
    default UUID uuid() {
        ByteBuffer halves = ByteBuffer.wrap(take(2 * Long.BYTES));
        long high = halves.getLong() & ~0xF000L | 0x4000L;
        long low = halves.getLong() & ~(0b11L << 62) | 0b10L << 62;
        return new UUID(high, low);
    }

    /** Returns the source of production: the system's secure generator. */
    static RandomBytes secure() {
        return new SecureRandom()::nextBytes;
    }
}
