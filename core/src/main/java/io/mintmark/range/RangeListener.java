package io.mintmark.range;

import java.time.Duration;

/**
 * Hears what happens to the ranges of a generator, so that metrics need not touch its hot path.
 *
 * <p>Called by any thread that has to do with ranges, several at once: those of the refiller, a caller that waited for
 * a range or left one behind, the one that closes the generator. Implementations must be quick. Whatever they throw, an
 * Error too, goes to the thread's handler of uncaught exceptions and stops nothing. Every method does nothing unless
 * overridden.
 *
 * <p>The books balance: once a generator is closed, each number of its domain that was {@link #reserved} was issued,
 * {@link #returned} or told as a {@link #gap}, unless the refiller refused. Numbers that a handle drew count as issued.
 */
public interface RangeListener {
    /** Hears nothing. */
    RangeListener NONE = new RangeListener() {};

    /** A range was reserved; the source took {@code latency} for it. */
    default void reserved(Range range, Duration latency) {}

    /**
     * A reservation failed, or was not answered within the deadline, which is told once, however many callers waited
     * for it.
     */
    default void failed(RuntimeException failure) {}

    /** A caller waited for numbers, with or without success; told once a call, by that caller. */
    default void blocked(Duration waited) {}

    /** The tail of a range went back: {@code count} numbers from {@code lastIssued + 1} on. */
    default void returned(Range range, long lastIssued, long count) {}

    /** The source failed to take a range back; its numbers are a gap, and nothing else is wrong. */
    default void returnFailed(RuntimeException failure) {}

    /** A part of a range is a gap: {@code count} numbers will never be issued. */
    default void gap(Range range, long count) {}

    /**
     * The counter is near its ceiling, in the last tenth of its domain or less than ninety days away at the present
     * rate; called with every reservation for which that holds.
     *
     * @param left how many numbers are left above the newest range
     * @param atThisRate how long they last at the present rate
     */
    default void headroom(long left, Duration atThisRate) {}
}
