package io.mintmark.server.storage.sqlite.file;

import java.security.SecureRandom;

/** Where randomness comes from; tests bring their own. */
@FunctionalInterface
public interface RandomBytes {
    /** Fills the array. */
    void fill(byte[] bytes);

    /** Returns {@code count} new bytes. */
    default byte[] take(int count) {
        byte[] bytes = new byte[count];
        fill(bytes);
        return bytes;
    }

    /** The source of production: the system's secure generator. */
    static RandomBytes secure() {
        return new SecureRandom()::nextBytes;
    }
}
