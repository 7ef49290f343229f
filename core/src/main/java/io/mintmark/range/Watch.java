package io.mintmark.range;

/**
 * What repeated looks at a generator showed: when it was looked at, how much it had issued by then, and since when nothing.
 *
 * <p>Not thread-safe but for {@link #isAwake}; guarded by the supply's lock.
 */
final class Watch {
    /** Shortest pause between two looks. */
    static final long NANOS_MIN = 500_000;

    /** Longest pause between two looks. */
    static final long NANOS_MAX = 10_000_000;

    /** How long nothing is issued before a generator counts as idle. */
    static final long IDLE_NANOS = 2_000_000_000L;

    /** A generator whose ranges last longer has none reserved ahead: closing would lose too much for too little. */
    private static final double RANGE_NANOS_MAX = 60e9;

    /** This part of a range must have been issued before the mean says anything. */
    private static final int MEAN_OVER = 16;

    private final Pace pace;

    /** Volatile, because callers read it without the lock. */
    private volatile boolean awake;

    private long lookedNanos;
    private long lookedIssued;
    private long quietSinceNanos;
    private long meanFromNanos;
    private long meanFromIssued;

    Watch(Pace pace) {
        this.pace = pace;
    }

    boolean isAwake() {
        return awake;
    }

    void wake(long now, long issued) {
        awake = true;
        lookedNanos = now;
        lookedIssued = issued;
        quietSinceNanos = now;
        beginMean(now, issued);
    }

    void sleep() {
        awake = false;
    }

    /** Begins a new mean: with a segment, and when the watch wakes. */
    void beginMean(long now, long issued) {
        meanFromNanos = now;
        meanFromIssued = issued;
    }

    /** Looks, and tells the pace what was issued since the last time. */
    void look(long now, long issued) {
        pace.observeIssued(issued - lookedIssued, now - lookedNanos);
        if (issued > lookedIssued) {
            quietSinceNanos = now;
        }
        lookedNanos = now;
        lookedIssued = issued;
    }

    boolean sawIdleness(long now) {
        return now - quietSinceNanos >= IDLE_NANOS;
    }

    /**
     * Tells whether numbers flow so fast that a range is worth reserving ahead. The mean rate over a part of the range
     * decides; the pace would not do: it follows single numbers, and takes two for a burst.
     */
    boolean flowsFastEnoughFor(long rangeSize, long now, long issued) {
        double since = issued - meanFromIssued;
        return since > (double) rangeSize / MEAN_OVER && (now - meanFromNanos) / since * rangeSize <= RANGE_NANOS_MAX;
    }
}
