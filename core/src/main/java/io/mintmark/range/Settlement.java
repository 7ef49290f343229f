package io.mintmark.range;

import java.util.concurrent.locks.ReentrantLock;

/**
 * What becomes of numbers that nobody issued: they go back to the source, or they are a gap.
 *
 * <p>Each segment is settled once. A failed return is a gap, never an error: nobody's shutdown fails for it. The lock, the
 * supply's own, guards the sealing and the marks; it is never held while the source or the listener is called.
 */
final class Settlement {
    private final RangeSource source;
    private final String counter;
    private final RangeListener listener;
    private final ReentrantLock lock;

    Settlement(RangeSource source, String counter, RangeListener listener, ReentrantLock lock) {
        this.source = source;
        this.counter = counter;
        this.listener = listener;
        this.lock = lock;
    }

    /** Ends issuing from a segment and returns how many of its numbers were issued. */
    long seal(Segment segment) {
        lock.lock();
        try {
            return segment.seal();
        } finally {
            lock.unlock();
        }
    }

    /** Settles segments, newest first, and tells whether the range below them may be the counter's latest now. */
    boolean settleAll(Iterable<Segment> newestFirst) {
        boolean latest = true;
        for (Segment segment : newestFirst) {
            latest = settle(segment, seal(segment), latest);
        }
        return latest;
    }

    /**
     * Gives the unused tail of a sealed segment back, or counts it as burnt.
     *
     * @param issued how many of its numbers were issued, as sealing it told
     * @param latest whether the source may hold this range for the counter's latest
     * @return whether the range below may be the latest now
     */
    boolean settle(Segment segment, long issued, boolean latest) {
        if (issued == segment.size) {
            return latest && issued == 0;
        }
        if (!isOursToSettle(segment)) {
            return latest;
        }
        boolean returnable = latest && (issued > 0 || segment.range.hasToken());
        if (returnable && giveBack(segment.range, segment.low + issued - 1, segment.size - issued)) {
            return issued == 0;
        }
        listener.gap(segment.range, segment.size - issued);
        return false;
    }

    /** Gives a range back that never became a segment. */
    void giveBackWhole(Range range) {
        if (!range.hasToken() || !giveBack(range, range.low() - 1, range.size())) {
            listener.gap(range, range.size());
        }
    }

    private boolean isOursToSettle(Segment segment) {
        lock.lock();
        try {
            boolean ours = !segment.settled;
            segment.settled = true;
            return ours;
        } finally {
            lock.unlock();
        }
    }

    private boolean giveBack(Range range, long lastIssued, long count) {
        try {
            if (source.giveBack(range, lastIssued)) {
                listener.returned(range, lastIssued, count);
                return true;
            }
        } catch (Throwable e) { // an Error too: it must not end a shutdown half-way
            listener.returnFailed(RangeSourceException.of(counter, e));
        }
        return false;
    }
}
