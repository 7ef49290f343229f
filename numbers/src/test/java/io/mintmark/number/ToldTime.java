package io.mintmark.number;

import io.mintmark.internal.Ticker;
import io.mintmark.range.Refiller;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Time that passes, a clock that steps and a watch that looks only when a search says so.
 *
 * <p>Reserves in the thread that asks. The fields are plain and no business of a search: it runs one thread at a time.
 */
public final class ToldTime implements InstantSource, Ticker, Refiller {
    /** Methods without calls to others; threads need not be switched in them. */
    public static final String[] OWN_METHODS = {
        "instant", "millis", "nanos", "after", "pass", "step", "takeDue", "second"
    };

    private long passedMillis = 5_000;
    private long wallOffsetMillis = Instant.parse("2026-11-01T00:00:00Z").toEpochMilli();
    private @Nullable Runnable due;

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    @Override
    public long millis() {
        return wallOffsetMillis + passedMillis;
    }

    @Override
    public long nanos() {
        return passedMillis * 1_000_000;
    }

    long second() {
        return millis() / 1_000;
    }

    @Override
    public void after(long delayNanos, Runnable watching) {
        due = watching;
    }

    @Override
    public void execute(Runnable reserving) {
        reserving.run();
    }

    void pass(Duration time) {
        passedMillis += time.toMillis();
    }

    /** Sets the wall clock forward, or back. */
    void step(Duration by) {
        wallOffsetMillis += by.toMillis();
    }

    /** Looks at the generator, if it is watched at all; nobody else does meanwhile. */
    void look() {
        Runnable watching = takeDue();
        if (watching != null) {
            watching.run();
        }
    }

    private @Nullable Runnable takeDue() {
        Runnable watching = due;
        due = null;
        return watching;
    }
}
