package io.mintmark.lab.cuts;

import io.mintmark.internal.Uninterruptibly;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that ticks when it is read, and that can be held: a writer reads it when it begins a group, so holding it
 * lets any number of requests come into one group, in each run the same.
 */
final class GatedClock implements InstantSource {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    private final AtomicLong ticks = new AtomicLong();
    private boolean held;

    @Override
    public Instant instant() {
        waitForRelease();
        return BEGIN.plusMillis(ticks.incrementAndGet());
    }

    synchronized void hold() {
        held = true;
    }

    synchronized void release() {
        held = false;
        notifyAll();
    }

    private synchronized void waitForRelease() {
        Uninterruptibly.run(() -> {
            while (held) {
                wait();
            }
        });
    }
}
