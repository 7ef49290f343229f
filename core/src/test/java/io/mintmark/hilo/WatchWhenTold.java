package io.mintmark.hilo;

import io.mintmark.internal.Ticker;
import io.mintmark.range.Refiller;
import org.jspecify.annotations.Nullable;

/**
 * Watches over a generator only when a search says so, and lets time pass only then.
 *
 * <p>Reserves in the thread that asks. The fields are plain and no business of a search: it runs one thread at a time.
 */
final class WatchWhenTold implements Refiller, Ticker {
    private @Nullable Runnable due;
    private long now;
    private long tick;

    @Override
    public void after(long delayNanos, Runnable watching) {
        due = watching;
    }

    @Override
    public void execute(Runnable reserving) {
        reserving.run();
    }

    @Override
    public long nanos() {
        now += tick;
        return now;
    }

    /** Lets time pass with each look at the clock, too: whoever waits is late. */
    void hurry() {
        tick = 1;
    }

    /** Looks at the generator after a while, if it is watched at all; nobody else does meanwhile. */
    void look(long afterNanos) {
        Runnable watching = takeDue(afterNanos);
        if (watching != null) {
            watching.run();
        }
    }

    private @Nullable Runnable takeDue(long afterNanos) {
        now += afterNanos;
        Runnable watching = due;
        due = null;
        return watching;
    }
}
