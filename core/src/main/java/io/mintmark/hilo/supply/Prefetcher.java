package io.mintmark.hilo.supply;

import io.mintmark.hilo.supply.Fetch.Call;
import io.mintmark.hilo.supply.RangeReturner.Surplus;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a generator again and again while numbers flow, and asks for a range when those in the queue would not
 * outlast the source's latency; callers do nothing for it.
 *
 * <p><b>Idle.</b> When nothing was issued for {@link #IDLE_NANOS} it gives back what is wholly unused in the queue, if
 * the source can recognise it, and falls asleep; an idle generator costs nothing. It is woken by the caller that comes
 * after a quarter more of the segment in use, or to another segment.
 *
 * <p>Not thread-safe but for {@link #isAwake}; guarded by the supply's lock.
 */
final class Prefetcher {
    /** How long nothing is issued before a generator counts as idle. */
    static final long IDLE_NANOS = 2_000_000_000L;

    private static final long LOOK_NANOS_MIN = 500_000;
    private static final long LOOK_NANOS_MAX = 10_000_000;

    /** A generator whose ranges last longer has none reserved ahead: closing would lose too much for too little. */
    private static final double RANGE_NANOS_MAX = 60e9;

    /** This part of a range must have been issued before the mean says anything. */
    private static final int MEAN_OVER = 16;

    private final RangePlanner planner;
    private final SegmentQueue queue;
    private final RangeFetcher fetcher;
    private final RangeReturner returner;
    private final LongConsumer lookAfter;

    /** Volatile, because callers read it without the lock. */
    private volatile boolean awake;

    private boolean ended;
    private long lookedNanos;
    private long lookedIssued;
    private long quietSinceNanos;
    private long meanFromNanos;
    private long meanFromIssued;

    /** Takes, as the last parameter, what schedules a {@link #look} so many nanoseconds later. */
    Prefetcher(
            RangePlanner planner,
            SegmentQueue queue,
            RangeFetcher fetcher,
            RangeReturner returner,
            LongConsumer lookAfter) {
        this.planner = planner;
        this.queue = queue;
        this.fetcher = fetcher;
        this.returner = returner;
        this.lookAfter = lookAfter;
    }

    boolean isAwake() {
        return awake;
    }

    /** Follows the callers to the segment that they have come to. */
    void catchUp() {
        if (queue.catchUp()) {
            planner.observeSupplied();
            beginMean(queue.current().startedNanos, queue.current().issuedBefore);
        }
    }

    void wake(long now) {
        if (!isAwake() && !ended) {
            beginWatch(now, queue.issued());
            lookAgain(LOOK_NANOS_MIN);
        }
    }

    /** Returns the call of the source that is due before anybody waits for it, or null. */
    @Nullable Call due(long now) {
        planner.observeAll(queue.issued(), now);
        return isAwake() && !ended && spareNanos() <= 0 && mayPrefetch(now) ? fetcher.due(now) : null;
    }

    /** Returns for how long nothing needs to be asked for. */
    private double spareNanos() {
        return planner.lasts(queue.left()) - planner.leadNanos();
    }

    private boolean mayPrefetch(long now) {
        return !fetcher.rests(now)
                && planner.hasRoom(queue.left())
                && flowsFastEnough(queue.current().size, now, queue.issued());
    }

    /**
     * Returns whether numbers flow so fast that a range is worth reserving ahead. The mean rate over a part of the
     * range decides. The planner's rate would not do: it follows single numbers, and takes two for a burst.
     */
    private boolean flowsFastEnough(long rangeSize, long now, long issued) {
        double since = issued - meanFromIssued;
        return since > (double) rangeSize / MEAN_OVER && (now - meanFromNanos) / since * rangeSize <= RANGE_NANOS_MAX;
    }

    /** The decisions of one look: a call of the source, and segments that go back. */
    record Look(@Nullable Call due, @Nullable Surplus surplus) {}

    /** Looks at the cursor, decides what to reserve or to give back, and says when to look again. */
    Look look(long now) {
        if (ended) {
            sleep();
            return new Look(null, null);
        }
        catchUp();
        watch(now, queue.issued());
        queue.liftSoftLimit();
        Call due = due(now);
        boolean underWay = fetcher.isUnderWay(now);
        if (isIdle(now) && !underWay) {
            return new Look(due, fallAsleep());
        }
        double wait = underWay ? planner.answerNanos() : spareNanos();
        lookAgain((long) Math.max(LOOK_NANOS_MIN, Math.min(wait, LOOK_NANOS_MAX)));
        return new Look(due, null);
    }

    /** A refiller that refuses leaves the generator to its callers, who ask when they have no number. */
    private void lookAgain(long nanos) {
        try {
            lookAfter.accept(nanos);
        } catch (Throwable refused) { // an Error too: there may be no thread
            sleep();
        }
    }

    private @Nullable Surplus fallAsleep() {
        sleep();
        planner.observeIdle();
        queue.lowerSoftLimit();
        return returner.expect(queue.sealSurplus());
    }

    /** Asks for nothing any more. */
    void end() {
        ended = true;
    }

    private void sleep() {
        awake = false;
    }

    private void beginWatch(long now, long issued) {
        awake = true;
        lookedNanos = now;
        lookedIssued = issued;
        quietSinceNanos = now;
        beginMean(now, issued);
    }

    /** Begins a new mean: with a segment, and after a sleep. */
    private void beginMean(long now, long issued) {
        meanFromNanos = now;
        meanFromIssued = issued;
    }

    /** Tells the planner what was issued since the last look. */
    private void watch(long now, long issued) {
        planner.observeIssued(issued - lookedIssued, now - lookedNanos);
        if (issued > lookedIssued) {
            quietSinceNanos = now;
        }
        lookedNanos = now;
        lookedIssued = issued;
    }

    private boolean isIdle(long now) {
        return now - quietSinceNanos >= IDLE_NANOS;
    }
}
