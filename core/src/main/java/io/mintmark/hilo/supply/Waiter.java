package io.mintmark.hilo.supply;

import io.mintmark.counter.ExhaustedException;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A call that has no number: how many it wants, since when it waits, and what came of it.
 *
 * <p>The deadline is the call's: it waits once, however many ranges come meanwhile. Made off the hot path. What came of
 * it is settled once, under the supply's lock; from then on it belongs to the caller, which reads it without the lock.
 */
public final class Waiter {
    private static final CountDownLatch OPEN = new CountDownLatch(0);

    /** How many consecutive numbers it wants, at least. */
    public final int count;

    /** Most numbers that it can use of a range, by the range's size. */
    private final LongUnaryOperator most;

    // Guarded by the supply's lock until it is settled.
    private long sinceNanos;
    private CountDownLatch woken = OPEN;
    private long answersBefore;
    private long numbersBefore;
    private @Nullable Segment dealtFrom;
    private long first;
    private long dealt;
    private long wanted;
    private long granted;
    private @Nullable Throwable failure;

    /** Written last, and volatile: a caller that reads it sees what came of its wait. */
    private volatile boolean settled;

    /** Creates a call that wants {@code count} numbers and did not wait yet. */
    public Waiter(int count) {
        this(count, size -> count);
    }

    private Waiter(int count, LongUnaryOperator most) {
        this.count = count;
        this.most = most;
    }

    /**
     * Creates a call that wants a number, and more of a range of which nobody else waits for a part.
     *
     * @param most says how many numbers it can use of a range of so many
     */
    public static Waiter forSeveral(LongUnaryOperator most) {
        return new Waiter(1, most);
    }

    /** Notes that this call begins to wait, and what the source had answered by then. */
    void join(long now, long answers, long numbers) {
        sinceNanos = now;
        answersBefore = answers;
        numbersBefore = numbers;
        woken = new CountDownLatch(1);
    }

    /** Returns when this call began to wait. */
    long since() {
        return sinceNanos;
    }

    long answersSince(long answers) {
        return answers - answersBefore;
    }

    long numbersSince(long numbers) {
        return numbers - numbersBefore;
    }

    /** Returns what opens when there is something new for this call. */
    CountDownLatch woken() {
        return woken;
    }

    /** Waits on if it was woken without being settled; returns what opens then. */
    CountDownLatch waitOn() {
        if (!settled && woken.getCount() == 0) {
            woken = new CountDownLatch(1);
        }
        return woken;
    }

    /**
     * Takes numbers of a range that nobody else knows yet, or a refusal, if the source was asked for enough and granted
     * too few; returns whether it is settled by that.
     *
     * @param asked how many numbers the source was asked for
     * @param share how many of them are this call's part, if it can use several
     */
    boolean deal(Segment segment, long asked, long share) {
        long left = segment.left();
        boolean fits = left >= count;
        if (!fits && (segment.size >= count || asked < count || count == 1)) {
            return false;
        }
        wanted = asked;
        granted = segment.size;
        if (fits) {
            dealt = Math.min(left, Math.max(count, Math.min(share, most.applyAsLong(segment.size))));
            first = segment.take(dealt);
            dealtFrom = segment;
        }
        settled = true;
        return true;
    }

    /** Settles it without numbers: its source failed, or its generator is closed if {@code cause} is null. */
    void refuse(@Nullable Throwable cause) {
        failure = cause;
        settled = true;
    }

    boolean isSettled() {
        return settled;
    }

    /** Throws what became of the source if it failed: an exception of this thread's own. */
    void requireNoFailure(Deadline deadline) {
        if (failure instanceof ExhaustedException exhausted) {
            ExhaustedException here = new ExhaustedException(String.valueOf(exhausted.getMessage()));
            here.initCause(exhausted);
            throw here;
        }
        if (failure != null) {
            throw deadline.unavailable(sinceNanos, "its source failed (" + failure + ")", failure);
        }
    }

    /** Throws if it is a block that the source granted too few numbers for. */
    void requireGranted(BlockLimit blocks) {
        blocks.requireGranted(count, wanted, granted);
    }

    /** Returns the segment whose numbers it was dealt, or null. */
    @Nullable Segment dealtFrom() {
        return dealtFrom;
    }

    /** Returns whether it was dealt numbers, which nobody else has. */
    public boolean isServed() {
        return dealtFrom != null;
    }

    /** Returns the first number that it was dealt. */
    public long first() {
        return first;
    }

    /** Returns how many consecutive numbers it was dealt. */
    public long dealt() {
        return dealt;
    }

    /** Returns the first of the numbers that it was dealt, or takes as many as it wants from {@code segment}. */
    public long takeFrom(Segment segment) {
        return isServed() ? first : segment.take(count);
    }
}
