package io.mintmark.hilo;

import io.mintmark.hilo.supply.Segment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Some numbers of a segment that one stripe issues: cursor and limit in one object, as a {@link Segment} has them.
 *
 * <p>For its segment they are issued when they are drawn, except for those that are handed back. It is not padded: the
 * thread that drew it made it, among its own objects. Thread-safe.
 */
final class StripeRange {
    /** Into how many parts a range is split; one is drawn at a time. */
    static final int PER_RANGE = 1 << 10;

    /** Most numbers that are drawn at a time. */
    static final int MOST = 1 << 10;

    /** Returned by {@link #next} where no number is left: below all that are issued. */
    static final long NONE = -1;

    private static final VarHandle CURSOR;

    static {
        try {
            CURSOR = MethodHandles.lookup().findVarHandle(StripeRange.class, "cursor", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Segment segment;

    /** The number after the last one. After the largest long it wraps, so it is compared by difference. */
    final long end;

    @SuppressWarnings("FieldMayBeFinal") // by CURSOR
    private volatile long cursor;

    StripeRange(Segment segment, long first, long count) {
        this.segment = segment;
        this.end = first + count;
        CURSOR.set(this, first);
    }

    /**
     * Returns a number, or {@link #NONE} if none is left or {@code inUse}, the generator's segment, is another by now.
     */
    long next(Segment inUse) {
        // Read ahead of the addition: a load after an atomic one waits until that is through.
        long behindLast = end;
        if (segment != inUse) {
            return NONE;
        }
        long number = (long) CURSOR.getAndAdd(this, 1L);
        return number - behindLast < 0 ? number : NONE;
    }

    /**
     * Ends issuing, hands its unissued numbers back to the segment if nobody drew after them, and returns
     * how many became a gap otherwise; none the second time.
     *
     * <p>The swap ends issuing and yields the first number of the rest in one step: an addition before it is counted,
     * one after it gets none.
     */
    long handBack() {
        long unissued = (long) CURSOR.getAndSet(this, end + Segment.SEALED);
        long rest = end - unissued;
        return rest <= 0 || segment.takeBack(unissued, end) ? 0 : rest;
    }
}
