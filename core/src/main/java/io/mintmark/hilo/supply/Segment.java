package io.mintmark.hilo.supply;

import io.mintmark.internal.PaddedCursor;
import io.mintmark.range.Range;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One range while its numbers are issued: a cursor that all callers add to, and limits that nobody changes.
 *
 * <p>The cursor is the next number. Callers that come too late add to it as well, so in the highest ranges it runs past
 * the end of a long: it is compared with limits by difference, which stays right for 2^62 such additions. Only the fast
 * path compares by {@code <}, which costs a cycle less, and only in ranges so low that the cursor cannot get there.
 */
public final class Segment extends PaddedCursor {
    /** Offset the cursor jumps to when the segment is sealed; larger than any size. */
    public static final long SEALED = 1L << 62;

    /** Most numbers of a range that are issued: enough for 73 years at one a nanosecond. Sources may grant more. */
    public static final long SIZE_MAX = 1L << 61;

    /**
     * Ranges that end above are issued on the slow path: below, a sealed cursor is 2^61 additions from the end of a
     * long.
     */
    public static final long FAST_MAX = 1L << 61;

    private static final VarHandle FAST_END;
    private static final VarHandle NEXT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            FAST_END = lookup.findVarHandle(Segment.class, "fastEnd", long.class);
            NEXT = lookup.findVarHandle(Segment.class, "next", Segment.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public final Range range;
    public final long low;
    public final long size;

    /** How many numbers the generator had issued before the first of this one. */
    final long issuedBefore;

    /** When callers came to it; when it was reserved, until they did. */
    long startedNanos;

    /** How many segments of its generator come before it; written before it is linked. */
    private long position;

    /** Whether a thread gives the unused numbers back or tells them as a gap; guarded by the supply's lock. */
    boolean settled;

    /** How many numbers can be issued in all: the size, or those that had been issued when it was sealed. */
    private long usable;

    /** How many numbers are issued before callers ask for the next range; a hint, written under the supply's lock. */
    private long softSize;

    /** The number at which the fast path ends: where callers begin to ask. Never above the range's end. */
    @SuppressWarnings("unused") // by FAST_END
    private long fastEnd;

    @SuppressWarnings("unused") // by NEXT
    private volatile @Nullable Segment next;

    /** Creates a segment of {@code size} numbers of a range from {@code low} on. */
    public Segment(Range range, long low, long size, long issuedBefore) {
        this.range = range;
        this.low = low;
        this.size = size;
        this.usable = size;
        this.issuedBefore = issuedBefore;
        setSoftSize(size - size / 4);
        CURSOR.set(this, low);
    }

    /** A segment without numbers, whose callers all take the slow path. */
    public static Segment empty() {
        return new Segment(Range.of(0, 0), 0, 0, 0);
    }

    /**
     * Returns the number below which a number that is taken next is its caller's, and nothing is to be done about it.
     *
     * <p>A hint, raised when the next range is there: a caller that reads an old value asks once too often and no more.
     * Opaque, for a long that is read plainly might be half of one value and half of another.
     */
    public long fastEnd() {
        return (long) FAST_END.getOpaque(this);
    }

    /** Takes {@code count} numbers and returns the first; they are the caller's if the segment {@link #holds} them. */
    public long take(long count) {
        return (long) CURSOR.getAndAdd(this, count);
    }

    /** Returns whether numbers that were taken here are this segment's, all of them. */
    public boolean holds(long first, long count) {
        return first - low <= size - count;
    }

    /**
     * Returns how many of {@code count} numbers taken from {@code first} on are this segment's: fewer at its end, none
     * after it. They are the caller's all the same: nobody else's addition began there.
     */
    public long held(long first, long count) {
        return Math.max(0, Math.min(count, size - (first - low)));
    }

    /**
     * Takes the numbers from {@code first} on back that one caller took and did not issue, if nobody took more since.
     */
    public boolean takeBack(long first, long end) {
        return CURSOR.compareAndSet(this, end, first);
    }

    /** Returns whether numbers taken here, all of them this segment's, lie past the soft limit. */
    public boolean isPastSoftLimit(long first, long count) {
        return first - low > softSize - count;
    }

    /** Lifts the soft limit: callers no longer ask for the next range. */
    void liftSoftLimit() {
        setSoftSize(size);
    }

    /** Lowers the soft limit: callers ask after the next quarter of the numbers that are left. */
    void lowerSoftLimit() {
        long issued = issued();
        setSoftSize(issued + (size - issued) / 4);
    }

    private void setSoftSize(long count) {
        softSize = count;
        FAST_END.setOpaque(this, low <= FAST_MAX - size ? low + count : Long.MIN_VALUE);
    }

    /**
     * Ends issuing for good and returns how many numbers had been issued. One atomic swap: an addition before it is
     * counted, one after it gets nothing. Sealing twice yields what was issued before the first time; a caller
     * that is not the only one to seal holds the supply's lock.
     */
    public long seal() {
        long claimed = (long) CURSOR.getAndSet(this, low + SEALED) - low;
        if (claimed < SEALED) {
            usable = Math.min(claimed, size);
        }
        return usable;
    }

    public boolean isSealed() {
        return (long) CURSOR.getOpaque(this) - low >= SEALED;
    }

    /** Returns how many numbers have been issued so far, those included that a block skipped. */
    public long issued() {
        return Math.min((long) CURSOR.getOpaque(this) - low, usable);
    }

    /** Returns whether no number is left. */
    boolean isUsedUp() {
        return issued() == usable;
    }

    /** Returns how many numbers are left to issue. */
    long left() {
        return usable - issued();
    }

    /** Takes all numbers that are left, for nobody, and returns how many those were. */
    long skipRest() {
        return held(take(size), size);
    }

    public @Nullable Segment next() {
        return (Segment) NEXT.getAcquire(this);
    }

    /** Returns the segments after this one. */
    Deque<Segment> followersNewestFirst() {
        Deque<Segment> followers = new ArrayDeque<>();
        for (Segment follower = next(); follower != null; follower = follower.next()) {
            followers.push(follower);
        }
        return followers;
    }

    /** Returns whether {@code other}, a segment of the same generator, comes after it. */
    public boolean isBefore(Segment other) {
        return position < other.position;
    }

    public void linkNext(Segment segment) {
        segment.position = position + 1;
        NEXT.setRelease(this, segment);
    }
}
