package io.mintmark.range;

import java.time.Duration;

/**
 * Hears what happens to the ranges of a generator, so that metrics need not touch its hot path.
 *
 * <p>Called by the refiller's threads or, where it says so, by a caller that had to wait; implementations must be quick
 * and must not throw. Every method does nothing unless overridden.
 */
public interface RangeListener {
    /** Hears nothing. */
    RangeListener NONE = new RangeListener() {};

    /** A range was reserved, and that took so long. */
    default void reserved(Range range, Duration latency) {}

    /** The source failed to reserve. */
    default void failed(RuntimeException failure) {}

    /** A caller waited so long for the range in flight; called by that caller. */
    default void blocked(Duration waited) {}

    /** The tail of a range went back: {@code count} numbers from {@code lastIssued + 1} on. */
    default void returned(Range range, long lastIssued, long count) {}

    /** The tail of a range is a gap: {@code count} numbers will never be issued. */
    default void burnt(Range range, long count) {}

    /**
     * The counter comes near its ceiling; called with every reservation from then on.
     *
     * @param left how many numbers are left above the newest range
     * @param atThisRate how long they last at the present rate
     */
    default void headroom(long left, Duration atThisRate) {}
}
