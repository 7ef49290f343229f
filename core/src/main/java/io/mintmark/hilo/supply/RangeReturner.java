package io.mintmark.hilo.supply;

import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import io.mintmark.range.RangeSource;
import io.mintmark.range.Refiller;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Gives numbers that nobody was issued back to the source; those that it does not take are a gap.
 *
 * <p>Each segment is settled once: the step that seals it also marks it, so that closing and an idle generator do not
 * both give it back. A failed return is a gap, never an error: nobody's shutdown fails for it. Thread-safe; methods
 * that say so want the supply's lock held.
 */
final class RangeReturner {
    /** In place of how many numbers were issued: another thread settles the segment. */
    private static final long SETTLED = -1;

    private final RangeSource source;
    private final RangeDomain domain;
    private final RangeListener listener;
    private final Refiller refiller;
    private final SupplyLock lock;

    /**
     * Open while the latest surplus is on its way back, so that closing does not overtake it; guarded by the supply's
     * lock. Not the surplus itself: its segments are linked to all that come after them, and would keep those in
     * memory.
     */
    private CountDownLatch returning = new CountDownLatch(0);

    RangeReturner(SupplySettings settings, SupplyLock lock) {
        this.source = settings.source();
        this.domain = settings.domain();
        this.listener = settings.listener();
        this.refiller = settings.refiller();
        this.lock = lock;
    }

    /**
     * Sealed segments of an idle generator.
     *
     * @param returned opens when all of them are settled
     */
    record Surplus(Deque<Segment> newestFirst, CountDownLatch returned) {}

    /** Notes that sealed segments, if there are any, are about to go back; the caller holds the lock. */
    @Nullable Surplus expect(Deque<Segment> newestFirst) {
        if (newestFirst.isEmpty()) {
            return null;
        }
        returning = new CountDownLatch(1);
        return new Surplus(newestFirst, returning);
    }

    /** Returns what opens when no surplus is on its way back; the caller holds the lock. */
    CountDownLatch returning() {
        return returning;
    }

    /**
     * Gives a surplus back on the refiller's threads; if it refuses, closing finds the segments that callers did not
     * pass.
     */
    void giveBack(@Nullable Surplus surplus) {
        if (surplus == null) {
            return;
        }
        try {
            refiller.execute(() -> {
                try {
                    settleAll(surplus.newestFirst);
                } finally {
                    surplus.returned.countDown();
                }
            });
        } catch (Throwable refused) { // an Error too: there may be no thread
            surplus.returned.countDown();
        }
    }

    /** Settles what a closed generator has left, newest first, on the refiller's threads; on this one if it refuses. */
    CountDownLatch giveBackAll(Segment last, long issuedOfLast) {
        CountDownLatch done = new CountDownLatch(1);
        Runnable settling = () -> {
            try {
                boolean latest = settleAll(last.followersNewestFirst());
                long issued = lock.decide(() -> mark(last, issuedOfLast));
                settle(last, issued, latest);
            } finally {
                done.countDown();
            }
        };
        try {
            refiller.execute(settling);
        } catch (Throwable refused) { // an Error too: there may be no thread
            settling.run();
        }
        return done;
    }

    /** Settles segments, newest first, and returns whether the range below them may be the counter's latest now. */
    private boolean settleAll(Iterable<Segment> newestFirst) {
        boolean latest = true;
        for (Segment segment : newestFirst) {
            long issued = lock.decide(() -> mark(segment, segment.seal()));
            latest = settle(segment, issued, latest);
        }
        return latest;
    }

    private static long mark(Segment segment, long issued) {
        if (segment.settled) {
            return SETTLED;
        }
        segment.settled = true;
        return issued;
    }

    /**
     * Gives the unused tail of a sealed segment back, or tells it as a gap.
     *
     * @param issued how many of its numbers were issued, or {@link #SETTLED}
     * @param latest whether the source may hold this range for the counter's latest
     * @return whether the range below may be the latest now
     */
    private boolean settle(Segment segment, long issued, boolean latest) {
        if (issued == SETTLED) {
            return latest;
        }
        if (issued == segment.size) {
            return latest && issued == 0;
        }
        boolean returnable = latest && (issued > 0 || segment.range.hasToken());
        if (returnable && giveBack(segment.range, segment.low + issued - 1, segment.size - issued)) {
            return issued == 0;
        }
        listener.gap(segment.range, segment.size - issued);
        return false;
    }

    /** Gives back what a generator could have used of a range that nobody has seen. */
    void giveBackUnused(Segment unseen) {
        settle(unseen, 0, true);
    }

    /** Gives back a range that holds no number of the domain. */
    void giveBackWhole(Range range) {
        if (!range.hasToken() || !giveBack(range, range.low() - 1, range.size())) {
            listener.gap(range, range.size());
        }
    }

    private boolean giveBack(Range range, long lastIssued, long count) {
        try {
            if (source.giveBack(range, lastIssued)) {
                listener.returned(range, lastIssued, count);
                return true;
            }
        } catch (Throwable e) { // an Error too: it must not end a shutdown half-way
            listener.returnFailed(domain.told(e));
        }
        return false;
    }
}
