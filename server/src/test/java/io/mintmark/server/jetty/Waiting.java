package io.mintmark.server.jetty;

import java.util.function.BooleanSupplier;

/** Lets time pass. */
final class Waiting {
    private static final long PATIENCE_MILLIS = 30_000;

    private Waiting() {}

    /** Returns as soon as {@code condition} holds; fails if it never does. */
    static void until(BooleanSupplier condition) {
        for (long waited = 0; !condition.getAsBoolean(); waited += 5) {
            if (waited > PATIENCE_MILLIS) {
                throw new AssertionError("it did not come true within " + PATIENCE_MILLIS + " ms");
            }
            millis(5);
        }
    }

    static void millis(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the test was interrupted", e);
        }
    }
}
