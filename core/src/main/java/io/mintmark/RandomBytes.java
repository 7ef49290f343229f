package io.mintmark;

import java.security.SecureRandom;

/**
 * Where randomness comes from, so that tests can bring their own and repeat themselves.
 *
 * <p>Implementations are safe for any number of threads.
 */
@FunctionalInterface
public interface RandomBytes {
    /** Fills the array with bytes that nobody else has or foresees. */
    void fill(byte[] bytes);

    /** Returns the source of production: the system's secure generator. */
    static RandomBytes secure() {
        return new SecureRandom()::nextBytes;
    }
}
