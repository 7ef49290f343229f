package io.mintmark.range;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The numbers that a generator has: its segments, from the one in use to the newest, and how many numbers they hold.
 *
 * <p>Not thread-safe; guarded by the supply's lock. Only the cursors within the segments move without it.
 */
final class Stock {
    /** The segment in use as far as is known here; the generator's head is the same or one behind it. */
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

    /** Tells whether numbers run out with {@code segment}. */
    boolean endsWith(Segment segment) {
        return reserved <= segment.issuedBefore + segment.size;
    }

    void append(Segment segment) {
        reserved += segment.size;
        newest.linkNext(segment);
        newest = segment;
        liftSoftLimit();
    }

    /** Takes note that {@code segment} is in use; false if a later one is, because callers overtook each other. */
    boolean moveTo(Segment segment) {
        for (Segment known = current; known != null; known = known.next()) {
            if (known == segment) {
                current = segment;
                return true;
            }
        }
        return false;
    }

    /** Lets callers pass the soft limit unnoticed if there is a segment behind. */
    void liftSoftLimit() {
        if (current.next() != null) {
            current.liftSoftLimit();
        }
    }

    /** Has the caller noticed who takes the first number behind a quarter of what is left of the segment in use. */
    void lowerSoftLimit() {
        current.lowerSoftLimit();
    }

    /**
     * Ends issuing from the segments behind the one in use whose ranges can go back whole, and returns them, newest first.
     *
     * <p>Sealing decides atomically which numbers callers have and which nobody will get: a caller that walks to such a
     * segment later finds it used up, and goes on to the one behind it.
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
