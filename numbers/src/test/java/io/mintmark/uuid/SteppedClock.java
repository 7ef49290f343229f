package io.mintmark.uuid;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands until it is told to move, forth or back. */
final class SteppedClock implements InstantSource {
    private volatile Instant now;

    SteppedClock(long millis) {
        this.now = Instant.ofEpochMilli(millis);
    }

    @Override
    public Instant instant() {
        return now;
    }

    void move(Duration step) {
        now = now.plus(step);
    }

    void set(long millis) {
        now = Instant.ofEpochMilli(millis);
    }
}
