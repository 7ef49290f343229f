package io.mintmark.hilo.supply;

import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The callers that wait for numbers, in the order in which they came. A range is dealt to them before anybody else
 * knows it.
 *
 * <p><b>Order of service.</b> While anybody waits, no range has a number left. A caller joins where the newest range is
 * used up, and a range that arrives is dealt before it is linked to the others; what is left of it beside blocks that
 * do not fit becomes a gap, as it does when a block is tried on the range in use. So a caller that comes later finds
 * nothing that it could take, and joins behind. A block that does not fit lets others pass, and is first at the next
 * range.
 *
 * <p><b>No number is lost or dealt twice.</b> A waiter is settled in the same step that takes it out of the queue, and
 * giving up is such a step, too. A caller that gave up is dealt nothing; one that was dealt numbers just before has
 * them, however its wait ended.
 *
 * <p>Not thread-safe; guarded by the supply's lock.
 */
final class WaiterQueue {
    private final Deque<Waiter> waiters = new ArrayDeque<>();

    /** How many of them want more than one number. */
    private int blocks;

    private boolean closed;
    private long answers;
    private long numbers;
    private long answeredNanos;

    /**
     * The outcome of a step for callers that wait: it is told, and they are woken, when the lock was released.
     *
     * @param skipped how many numbers of the range became a gap
     */
    record Dealt(Range range, long skipped, List<CountDownLatch> woken) {

        void announce(RangeListener listener) {
            if (skipped > 0) {
                listener.gap(range, skipped);
            }
            wake(woken);
        }
    }

    /** Wakes callers; without the lock. */
    static void wake(List<CountDownLatch> woken) {
        woken.forEach(CountDownLatch::countDown);
    }

    boolean isEmpty() {
        return waiters.isEmpty();
    }

    /** Returns how many numbers a caller wants that wants most. */
    int largestBlock() {
        return blocks == 0
                ? 1
                : waiters.stream().mapToInt(waiter -> waiter.count).max().orElse(1);
    }

    /** Returns whether nobody can join any more. */
    boolean isClosed() {
        return closed;
    }

    void join(Waiter waiter, long now) {
        waiter.join(now, answers, numbers);
        waiters.addLast(waiter);
        blocks += waiter.count > 1 ? 1 : 0;
    }

    /** Takes out a caller that gives up; returns whether it was still waiting. */
    boolean leave(Waiter waiter) {
        boolean waited = waiters.remove(waiter);
        blocks -= waited && waiter.count > 1 ? 1 : 0;
        return waited;
    }

    /**
     * Deals the numbers of a range that nobody else knows yet. If nobody is settled by that, all are woken, to ask
     * again.
     *
     * @param asked how many numbers the source was asked for
     */
    Dealt deal(Segment segment, long asked, long now) {
        answers++;
        numbers += segment.size;
        answeredNanos = now;
        List<CountDownLatch> woken = settleFrom(segment, asked);
        if (woken.isEmpty()) {
            waiters.forEach(waiter -> woken.add(waiter.woken()));
        }
        return new Dealt(segment.range, waiters.isEmpty() ? 0 : segment.skipRest(), woken);
    }

    private List<CountDownLatch> settleFrom(Segment segment, long asked) {
        List<CountDownLatch> settled = new ArrayList<>();
        long share = segment.size / Math.max(1, waiters.size());
        Iterator<Waiter> inOrder = waiters.iterator();
        while (inOrder.hasNext() && (segment.left() > 0 || blocks > 0)) {
            Waiter waiter = inOrder.next();
            if (waiter.deal(segment, asked, share)) {
                inOrder.remove();
                blocks -= waiter.count > 1 ? 1 : 0;
                settled.add(waiter.woken());
            }
        }
        return settled;
    }

    /** Refuses all that wait, and whoever would join: the generator is closed. */
    List<CountDownLatch> close() {
        closed = true;
        return refuseAll(null);
    }

    /** Settles all without numbers: the source failed, or the generator is closed if {@code failure} is null. */
    List<CountDownLatch> refuseAll(@Nullable Throwable failure) {
        List<CountDownLatch> refused = new ArrayList<>();
        for (Waiter waiter : waiters) {
            waiter.refuse(failure);
            refused.add(waiter.woken());
        }
        waiters.clear();
        blocks = 0;
        return refused;
    }

    /** Says why a caller's wait was in vain that just left. */
    String whyInVain(Waiter waiter, long now) {
        long answered = waiter.answersSince(answers);
        if (answered == 0) {
            return "its source did not answer within the deadline";
        }
        return "its turn did not come within the deadline: callers waiting=" + (waiters.size() + 1)
                + ", answers of its source meanwhile=" + answered
                + ", numbers in them=" + waiter.numbersSince(numbers)
                + ", the last " + TimeUnit.NANOSECONDS.toMillis(now - answeredNanos)
                + " ms ago; let the counter grant larger ranges";
    }
}
