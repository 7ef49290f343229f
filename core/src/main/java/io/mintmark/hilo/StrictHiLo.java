package io.mintmark.hilo;

import io.mintmark.hilo.supply.BlockLimit;
import io.mintmark.hilo.supply.RangeSupply;
import io.mintmark.hilo.supply.Segment;
import io.mintmark.hilo.supply.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;

/**
 * A generator whose numbers are in one total order within this process: a call that begins after another one ended gets
 * a number of the same range that is higher, or one of a later range.
 *
 * <p>As fast as an {@code AtomicLong}: one acquiring load, one atomic add, one compare. Numbers increase as long as the
 * source's ranges do. Safe for any number of threads, virtual ones included.
 *
 * <h2>Why no interleaving repeats or loses a number</h2>
 *
 * <p><b>One range.</b> A {@link Segment} holds a range's limits, which never change, and a cursor that only grows. A
 * caller adds 1 to the cursor and owns the number it found there, if that lies in the range. Additions to one cursor
 * are totally ordered, so no two callers own one number. A caller that comes too late adds to the cursor as well; it
 * owns nothing, and the cursor's excess means nothing, because "issued" ends with the range. Cursor and limit are one
 * object: nobody can read the cursor of one range and the limit of another.
 *
 * <p><b>Several at once.</b> A block, or the numbers that a handle or a stripe draws, is an addition of more than 1;
 * its caller owns the numbers from the one it found on. One addition at most passes the range's end: before it the
 * cursor lay within the range, after it beyond. Its numbers below the end are its caller's all the same. A handle or a
 * stripe issues them; a block, which wants its numbers in one range, leaves them as a gap and tells how many. Nobody
 * else tells them: for sealing they count as issued. A stripe may put the cursor back to where its unissued numbers
 * begin, by compare-and-set from where they end: that succeeds only if nobody added since, so nobody found the segment
 * used up, and nobody owns a number above.
 *
 * <p><b>From range to range.</b> Segments form a list; {@link #head} points to the one in use, and moves only forward,
 * by compare-and-set from a segment whose numbers are all owned to one linked after it. A caller that still holds an
 * older segment finds it used up and walks on. So a later range is used only after the earlier one was used up, and the
 * order within a range is that of its cursor: together, a total order.
 *
 * <p><b>Callers that wait.</b> They join a queue where the last range is used up, and a range that arrives is dealt to
 * them before it is linked: additions to its cursor while nobody else knows it, in the order in which the callers came.
 * As long as one waits, no range has a number left. So the order stays total, and a caller that comes later cannot
 * overtake. One that was dealt numbers moves the head to their range before it returns: its next call finds none that
 * is older.
 *
 * <p><b>Close.</b> Closing moves {@link #head} to {@link #closed}, which has no numbers and no successor; from then on
 * no caller finds another segment. Callers that loaded the last one earlier may still add to its cursor, until closing
 * swaps it for a value above any size. The swap is the one word that both ends issuing and yields the last number: an
 * addition before it got a number that the swap counts, an addition after it gets none.
 */
public final class StrictHiLo implements HiLo {
    private static final VarHandle HEAD;

    static {
        try {
            HEAD = MethodHandles.lookup().findVarHandle(StrictHiLo.class, "head", Segment.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final RangeSupply supply;
    private final BlockLimit blocks;
    private final Segment closed = Segment.empty();

    /** Run by the one caller that moved {@link #head}; set before anybody issues. */
    private Runnable afterSwitch = () -> {};

    @SuppressWarnings("FieldMayBeFinal") // by HEAD
    private volatile Segment head;

    StrictHiLo(RangeSupply supply) {
        this.supply = supply;
        this.blocks = supply.blocks();
        this.head = supply.first();
    }

    @Override
    public long next() {
        Segment segment = (Segment) HEAD.getAcquire(this);
        // Read ahead of the addition: a load after an atomic one waits until that is through.
        long fastEnd = segment.fastEnd();
        long number = segment.take(1);
        return number < fastEnd ? number : afterFastPath(segment, number, 1);
    }

    @Override
    public long nextBlock(int count) {
        blocks.require(count);
        Segment segment = (Segment) HEAD.getAcquire(this);
        long fastEnd = segment.fastEnd();
        long first = segment.take(count);
        return first + count - 1 < fastEnd ? first : afterFastPath(segment, first, count);
    }

    @Override
    public <T> T nextBlock(int count, NumberInRange<T> use) {
        blocks.require(count);
        Segment segment = current();
        long first = segment.take(count);
        return segment.holds(first, count)
                ? issue(segment, first, count, use)
                : issueAfter(segment, first, new Waiter(count), use);
    }

    /** Issues a number to a call that may have waited before. */
    <T> T next(Waiter waiter, NumberInRange<T> use) {
        Segment segment = current();
        long number = segment.take(1);
        return segment.holds(number, 1) ? issue(segment, number, 1, use) : issueAfter(segment, number, waiter, use);
    }

    private <T> T issue(Segment segment, long first, int count, NumberInRange<T> use) {
        askPastSoftLimit(segment, first, count);
        return use.of(segment.range, first);
    }

    /** Past the fast path's end a number may still be ours; if not, the next segment is due. */
    private long afterFastPath(Segment segment, long first, int count) {
        if (segment.holds(first, count)) {
            askPastSoftLimit(segment, first, count);
            return first;
        }
        return issueAfter(segment, first, new Waiter(count), (range, number) -> number);
    }

    /**
     * Issues from a later segment than {@code used}, which did not hold the numbers taken there from {@code first} on.
     */
    private <T> T issueAfter(Segment used, long first, Waiter waiter, NumberInRange<T> use) {
        Segment segment = used;
        long taken = first;
        do {
            supply.gap(segment, segment.held(taken, waiter.count));
            segment = advance(segment, waiter);
            taken = waiter.takeFrom(segment);
        } while (!segment.holds(taken, waiter.count));
        return issue(segment, taken, waiter.count, use);
    }

    /** Draws numbers for a handle: a block without a callback, which would cost more than the drawing does. */
    void drawFor(HiLoHandle handle) {
        Segment segment = current();
        if (!handle.takeFrom(segment)) {
            Waiter waiter = Waiter.forSeveral(HiLoHandle::shareOf);
            do {
                segment = advance(segment, waiter);
            } while (!handle.takeFrom(segment, waiter));
        }
        askPastSoftLimit(segment, handle.last(), 1);
    }

    /**
     * Draws a part of the range in use for a stripe: one number at least, {@code most} at most, no more than are left.
     * A call that had to wait is served one number, which is its own and not the stripe's.
     */
    StripeRange drawForStripe(int partsPerRange, int most, Waiter waiter) {
        Segment segment = current();
        while (true) {
            long left = Math.min(segment.size - segment.issued(), most);
            long wanted = Math.max(1, Math.min(segment.size / partsPerRange, left));
            long first = segment.take(wanted);
            long count = segment.held(first, wanted);
            if (count > 0) {
                askPastSoftLimit(segment, first + count - 1, 1);
                return new StripeRange(segment, first, count);
            }
            segment = advance(segment, waiter);
            if (waiter.isServed()) {
                askPastSoftLimit(segment, waiter.first(), 1);
                return new StripeRange(segment, waiter.first(), 1);
            }
        }
    }

    /** Sets what the caller that moves to another segment does after that. */
    void afterSwitch(Runnable todo) {
        afterSwitch = todo;
    }

    /** Tells the listener that numbers which were drawn from a segment and not issued became a gap. */
    void gap(Segment segment, long count) {
        supply.gap(segment, count);
    }

    private void askPastSoftLimit(Segment segment, long first, int count) {
        if (segment.isPastSoftLimit(first, count)) {
            supply.softLimitPassed(segment);
        }
    }

    /**
     * Returns the segment in use after {@code used}, or one of which the waiter was dealt numbers, waiting if need be.
     */
    private Segment advance(Segment used, Waiter waiter) {
        Segment current = (Segment) HEAD.getAcquire(this);
        if (current == closed) {
            throw supply.closedException();
        }
        if (current != used) {
            return current;
        }
        Segment next = used.next();
        if (next == null) {
            next = supply.awaitAfter(used, waiter);
        }
        if (waiter.isServed()) {
            moveUpTo(next);
            return next;
        }
        return moveHead(used, next) ? next : advance(used, waiter);
    }

    private boolean moveHead(Segment used, Segment next) {
        boolean moved = HEAD.compareAndSet(this, used, next);
        if (moved) {
            supply.switchedTo(next);
            afterSwitch.run();
        }
        return moved;
    }

    /** Moves the head to a segment that numbers were dealt of, unless it is there or farther. */
    private void moveUpTo(Segment dealtFrom) {
        Segment current = current();
        while (current != closed && current.isBefore(dealtFrom) && !moveHead(current, dealtFrom)) {
            current = current();
        }
    }

    /** Returns the segment in use. */
    Segment current() {
        return (Segment) HEAD.getAcquire(this);
    }

    @Override
    public void close() {
        close(last -> {});
    }

    /** Closes, and lets {@code untake} hand numbers back to the last segment that were drawn of it and not issued. */
    void close(Consumer<Segment> untake) {
        Segment last = (Segment) HEAD.getAndSet(this, closed);
        if (last != closed) {
            untake.accept(last);
            supply.close(last, supply.seal(last));
        }
    }

    /** Names the counter. */
    @Override
    public String toString() {
        return "StrictHiLo(" + supply.name() + ")";
    }
}
