package io.mintmark.number;

import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import io.mintmark.range.Refiller;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Time that passes when a test says so, and a wall clock that can be set. One thread only.
 *
 * <p>A caller that sleeps makes time pass. Reservations in the background are made at once.
 */
final class SteppedTime implements InstantSource, Ticker, Sleeper {
    private record Due(long at, long order, Runnable task) {}

    private final PriorityQueue<Due> due =
            new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparingLong(Due::order));
    private long nanos = 5_000_000_000L;
    private long wallOffsetMillis;
    private long order;
    private long sleptNanos;

    SteppedTime(Instant now) {
        this.wallOffsetMillis = now.toEpochMilli() - nanos / 1_000_000;
    }

    static SteppedTime at(String instant) {
        return new SteppedTime(Instant.parse(instant));
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    @Override
    public long millis() {
        return nanos / 1_000_000 + wallOffsetMillis;
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public void sleep(long nanos) {
        sleptNanos += nanos;
        pass(Duration.ofNanos(nanos));
    }

    /** How long anybody slept so far. */
    Duration slept() {
        return Duration.ofNanos(sleptNanos);
    }

    void pass(Duration time) {
        long end = nanos + time.toNanos();
        while (!due.isEmpty() && due.peek().at() <= end) {
            Due next = due.poll();
            nanos = Math.max(nanos, next.at());
            next.task().run();
        }
        nanos = Math.max(nanos, end);
    }

    /** Sets the wall clock forward, or back. */
    void step(Duration by) {
        wallOffsetMillis += by.toMillis();
    }

    boolean isAwake() {
        return !due.isEmpty();
    }

    /** A process's threads: they die with it. */
    final class Life implements Refiller {
        private boolean over;

        @Override
        public void after(long delayNanos, Runnable watching) {
            due.add(new Due(nanos + delayNanos, order++, () -> {
                if (!over) {
                    watching.run();
                }
            }));
        }

        @Override
        public void execute(Runnable reserving) {
            reserving.run();
        }

        void kill() {
            over = true;
        }
    }

    TimeSettings settings(Refiller life, Duration borrow, Duration patience) {
        return new TimeSettings(this, this, this, life, borrow.toMillis(), patience.toMillis());
    }

    TimeSettings settings() {
        return settings(new Life(), Duration.ofSeconds(1), Duration.ofSeconds(5));
    }
}
