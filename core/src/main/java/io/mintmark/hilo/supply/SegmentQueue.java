package io.mintmark.hilo.supply;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The numbers that a generator has: its segments, from the one in use to the newest, and how many numbers they hold.
 *
 * <p>Not thread-safe; guarded by the supply's lock. Only the cursors within the segments move without it.
 */
final class SegmentQueue {
    /** The segment in use at the latest look; the generator's head is the same or one after it. */
    private Segment current = Segment.empty();

    private Segment newest = current;
    private long reserved;

    Segment current() {
        return current;
    }

    /** Returns how many numbers were ever reserved, but for those that went back. */
    long reserved() {
        return reserved;
    }

    /** Returns how many numbers were ever issued. */
    long issued() {
        return current.issuedBefore + current.issued();
    }

    /** Returns how many numbers are left to issue. */
    long left() {
        return reserved - issued();
    }

    /** Returns whether numbers run out with {@code segment}. */
    boolean endsWith(Segment segment) {
        return reserved <= segment.issuedBefore + segment.size;
    }

    void append(Segment segment) {
        reserved += segment.size;
        newest.linkNext(segment);
        newest = segment;
        liftSoftLimit();
    }

    /** Follows the callers to the segment they have come to, and returns whether that is another than before. */
    boolean catchUp() {
        Segment before = current;
        for (Segment next = current.next(); next != null && current.isUsedUp(); next = current.next()) {
            current = next;
        }
        return current != before;
    }

    /** Lifts the soft limit of the segment in use, if there is another after it. */
    void liftSoftLimit() {
        if (current.next() != null) {
            current.liftSoftLimit();
        }
    }

    /**
     * Lowers the soft limit of the segment in use, so that the caller after the next quarter of its numbers is noticed.
     */
    void lowerSoftLimit() {
        current.lowerSoftLimit();
    }

    /**
     * Ends issuing from the segments after the one in use whose ranges can go back whole, and returns them, newest
     * first.
     *
     * <p>Sealing decides atomically which numbers callers have and which nobody will get: a caller that walks to such a
     * segment later finds it used up, and goes on to the one after it.
     */
    Deque<Segment> sealSurplus() {
        Deque<Segment> newestFirst = new ArrayDeque<>();
        for (Segment next = current.next(); next != null; next = next.next()) {
            if (next.range.hasToken() && !next.isSealed()) {
                reserved -= next.size - next.seal();
                newestFirst.push(next);
            }
        }
        return newestFirst;
    }
}
