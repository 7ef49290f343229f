package io.mintmark.lab.cuts;

import io.mintmark.internal.Ticker;
import io.mintmark.internal.Uninterruptibly;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A clock that ticks when it is read, and that can be held: a writer reads it when it begins a group, so holding it
 * lets any number of requests come into one group, in each run the same. What counts elapsed time stands still until it
 * is told to go on.
 */
final class GatedClock implements InstantSource, Ticker {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    private final AtomicLong ticks = new AtomicLong();
    private final AtomicLong elapsed = new AtomicLong();
    /** The thread that holds it reads it nevertheless, for a range that is cut from numbers reserved ahead. */
    private @Nullable Thread holder;

    @Override
    public Instant instant() {
        waitForRelease();
        return BEGIN.plusMillis(ticks.incrementAndGet());
    }

    @Override
    public long nanos() {
        return elapsed.get();
    }

    /** Lets time pass. */
    void pass(Duration time) {
        long ignored = elapsed.addAndGet(time.toNanos());
    }

    synchronized void hold() {
        holder = Thread.currentThread();
    }

    synchronized void release() {
        holder = null;
        notifyAll();
    }

    private synchronized void waitForRelease() {
        Uninterruptibly.run(() -> {
            while (holder != null && holder != Thread.currentThread()) {
                wait();
            }
        });
    }
}
