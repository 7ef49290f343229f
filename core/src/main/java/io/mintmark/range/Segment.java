package io.mintmark.range;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One range while its numbers are issued: a cursor that everybody adds to, and the limits that nobody changes.
 *
 * <p>The cursor is the next number. It is compared with limits by difference, never by {@code <}: callers who come too late
 * add to it as well, so behind the last numbers there are it runs past the end of a long, and the difference stays right
 * for 2^62 such additions. It has a cache line (and the next one, which processors fetch along) for itself; the limits lie
 * apart, because every caller reads them.
 */
final class Segment extends SegmentPadAfter {
    /** So far above its first number the cursor is put to end issuing: larger than any size. */
    static final long SEALED = 1L << 62;

    /** Most numbers of a range that can be issued: 73 years' worth at one a nanosecond. Sources may grant more. */
    static final long SIZE_MAX = 1L << 61;

    private static final VarHandle CURSOR;
    private static final VarHandle NEXT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            CURSOR = lookup.findVarHandle(SegmentCursor.class, "cursor", long.class);
            NEXT = lookup.findVarHandle(Segment.class, "next", Segment.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Range range;
    final long low;
    final long size;

    /** How many numbers the generator had issued before the first of this one. */
    final long issuedBefore;

    /** When it was handed to callers; until somebody wrote that down, when it was reserved. */
    long startedNanos;

    /** Whether somebody gives the unused numbers back or writes them off; guarded by the supply's lock. */
    boolean settled;

    /** How many numbers can be issued in all: the size, or what had been issued when it was sealed. */
    private long usable;

    /**
     * From this number on numbers are issued on the slow path, which asks for the next range.
     *
     * <p>A hint: plain, raised by the refiller when the next range is there. Never above the range's end, so a caller that
     * reads an old value asks once too often and no more.
     */
    long softEnd;

    @SuppressWarnings("unused") // by NEXT
    private volatile @Nullable Segment next;

    Segment(Range range, long low, long size, long issuedBefore) {
        this.range = range;
        this.low = low;
        this.size = size;
        this.usable = size;
        this.issuedBefore = issuedBefore;
        this.softEnd = low + size - size / 4;
        CURSOR.set(this, low);
    }

    /** A segment without numbers, whose callers all take the slow path. */
    static Segment empty() {
        return new Segment(Range.of(0, 0), 0, 0, 0);
    }

    /** Takes {@code count} numbers and returns the first; they are the caller's if the segment {@link #holds} them. */
    long take(long count) {
        return (long) CURSOR.getAndAdd(this, count);
    }

    /** Tells whether numbers that were taken here are this segment's, all of them. */
    boolean holds(long first, long count) {
        return first - low <= size - count;
    }

    /** Takes {@code count} numbers and returns the offset of the first; it is the caller's if it lies below the size. */
    long claim(long count) {
        return take(count) - low;
    }

    /** Has every number issued on the fast path. */
    void liftSoftLimit() {
        softEnd = low + size;
    }

    /** Has the slow path issue what lies behind the next quarter of the numbers that are left. */
    void lowerSoftLimit() {
        long issued = issued();
        softEnd = low + issued + (size - issued) / 4;
    }

    /**
     * Ends issuing for good and returns how many numbers had been issued. One atomic swap: an addition before it is
     * counted, one after it gets nothing. Sealing twice yields what was issued before the first time; whoever is not the
     * only one to seal holds the supply's lock.
     */
    long seal() {
        long claimed = (long) CURSOR.getAndSet(this, low + SEALED) - low;
        if (claimed < SEALED) {
            usable = Math.min(claimed, size);
        }
        return usable;
    }

    boolean isSealed() {
        return (long) CURSOR.getOpaque(this) - low >= SEALED;
    }

    /** Returns how many numbers have been issued so far, those included that a block skipped. */
    long issued() {
        return Math.min((long) CURSOR.getOpaque(this) - low, usable);
    }

    /** Tells whether no number is left. */
    boolean isUsedUp() {
        return issued() == usable;
    }

    @Nullable Segment next() {
        return (Segment) NEXT.getAcquire(this);
    }

    /** Returns the segments behind this one. */
    Deque<Segment> followersNewestFirst() {
        Deque<Segment> followers = new ArrayDeque<>();
        for (Segment follower = next(); follower != null; follower = follower.next()) {
            followers.push(follower);
        }
        return followers;
    }

    void linkNext(Segment segment) {
        NEXT.setRelease(this, segment);
    }
}

/** Keeps whatever lies before the cursor at a distance: two cache lines. */
abstract class SegmentPadBefore {
    @SuppressWarnings("unused")
    long b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
}

/** The only field that is written all the time. */
abstract class SegmentCursor extends SegmentPadBefore {
    @SuppressWarnings("unused") // by Segment.CURSOR
    volatile long cursor;
}

/** Keeps whatever lies behind the cursor at a distance: two cache lines. */
abstract class SegmentPadAfter extends SegmentCursor {
    @SuppressWarnings("unused")
    long a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
}
