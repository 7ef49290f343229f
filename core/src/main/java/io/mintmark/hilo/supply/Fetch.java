package io.mintmark.hilo.supply;

import java.util.concurrent.CountDownLatch;

/**
 * One range on its way: how often the source was called for it, and whether that came to an end.
 *
 * <p>It does not hold the segment: a call of the source that hangs for ever would keep that in memory, and all segments
 * that come after it. The source is called once, and once more whenever it did not answer within the deadline and
 * somebody still needs the range. Methods about calls want the supply's lock held.
 */
final class Fetch {
    /** How many numbers the source is asked for. */
    final long wanted;

    /** Opens when it is known what came of it; closing waits for that. */
    final CountDownLatch done = new CountDownLatch(1);

    /** Volatile, because a call that got a thread late reads it without the lock. */
    private volatile boolean over;

    private int calls;
    private long calledNanos;
    private int noticed;

    Fetch(long wanted) {
        this.wanted = wanted;
    }

    /** One call of the source: the first, or one more because the one before was not answered in time. */
    static final class Call {
        final Fetch fetch;

        /** The rate, in numbers a second, when it was decided. */
        final double perSecond;

        /** Whether it no longer counts among the calls under way; guarded by the supply's lock. */
        boolean ended;

        private final int number;

        private Call(Fetch fetch, int number, double perSecond) {
            this.fetch = fetch;
            this.number = number;
            this.perSecond = perSecond;
        }
    }

    /** Notes that the source is called now. */
    Call call(long now, double perSecond) {
        calledNanos = now;
        return new Call(this, ++calls, perSecond);
    }

    /** Returns whether the source is to be called: it was not yet, or did not answer in time. */
    boolean isDue(long now, Deadline deadline) {
        return calls == 0 || deadline.hasPassed(calledNanos, now);
    }

    /** Returns whether the source was not called again since. */
    boolean isLatest(Call call) {
        return call.number == calls;
    }

    /** Returns whether a call was not answered in time, once for each. */
    boolean noticeUnanswered(long now, Deadline deadline) {
        int unanswered = isDue(now, deadline) ? calls : calls - 1;
        boolean news = unanswered > noticed;
        noticed = unanswered;
        return news;
    }

    /** Notes that the range came, or failed to. */
    void end() {
        over = true;
    }

    /** Returns whether the range came, or failed to; without the lock. A caller that reads too early calls in vain. */
    boolean isOver() {
        return over;
    }
}
