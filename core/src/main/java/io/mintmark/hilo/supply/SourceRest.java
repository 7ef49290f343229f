package io.mintmark.hilo.supply;

import io.mintmark.internal.Backoff;

/**
 * How long a source that failed is not asked ahead of need: longer after each failure in a row. Callers that wait ask
 * it all the same.
 *
 * <p>Not thread-safe; guarded by the supply's lock.
 */
final class SourceRest {
    private static final Backoff REST_NANOS = new Backoff(10_000_000, 7);

    private int failuresInARow;
    private long untilNanos;

    void failed(long now) {
        untilNanos = now + REST_NANOS.after(failuresInARow++);
    }

    void answered() {
        failuresInARow = 0;
    }

    boolean lasts(long now) {
        return failuresInARow > 0 && now - untilNanos < 0;
    }
}
