package io.mintmark.jdbc.internal.connection;

import io.mintmark.RandomBytes;
import java.nio.ByteBuffer;

/** Randomness between attempts, so that programs that collided once do not collide again. */
@FunctionalInterface
public interface Jitter {

    /** Returns a number from 0 up to {@code most}. */
    long upTo(long most);

    /** Returns secure randomness. */
    static Jitter system() {
        RandomBytes random = RandomBytes.secure();
        return most -> {
            byte[] bytes = new byte[Long.BYTES];
            random.fill(bytes);
            return Math.floorMod(ByteBuffer.wrap(bytes).getLong(), most + 1);
        };
    }
}
