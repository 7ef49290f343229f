package io.mintmark.hilo.supply;

import io.mintmark.hilo.supply.Fetch.Call;
import io.mintmark.internal.Ticker;
import io.mintmark.range.RangeListener;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Lets callers wait for numbers: each joins the {@link WaiterQueue}, is woken when something came of its wait, and
 * gives up at its deadline.
 *
 * <p><b>Who asks for the next range.</b> The caller that joins, if no range is on its way. While others wait on, so
 * does each caller that was served, and all of them after a range that had no number for anybody. Each of these reads
 * the same state under the lock, so one call of the source comes of it, and a waiter never depends on a caller that
 * gave up.
 *
 * <p>Thread-safe; waiting needs no lock.
 */
final class RangeWait {
    private final Deadline deadline;
    private final RangeListener listener;
    private final Ticker ticker;
    private final SupplyLock lock;
    private final BlockLimit blocks;
    private final RangePlanner planner;
    private final WaiterQueue waiters;
    private final RangeFetcher fetcher;
    private final Prefetcher prefetcher;

    RangeWait(
            SupplySettings settings,
            SupplyLock lock,
            BlockLimit blocks,
            RangePlanner planner,
            WaiterQueue waiters,
            RangeFetcher fetcher,
            Prefetcher prefetcher) {
        this.deadline = settings.newDeadline();
        this.listener = settings.listener();
        this.ticker = settings.ticker();
        this.lock = lock;
        this.blocks = blocks;
        this.planner = planner;
        this.waiters = waiters;
        this.fetcher = fetcher;
        this.prefetcher = prefetcher;
    }

    /** A part of a wait: until the caller is woken, and with a call of the source first, if one is due. */
    private record Part(CountDownLatch woken, @Nullable Call due) {}

    /**
     * Returns the segment after {@code used}, or a later one of which {@code waiter} was dealt numbers, or null if the
     * generator is closed; a range that comes too late for closing goes back by itself.
     */
    @Nullable Segment segmentAfter(Segment used, Waiter waiter) {
        long now = ticker.nanos();
        Part first = lock.decide(() -> join(used, waiter, now));
        if (first == null) {
            return used.next();
        }
        await(waiter, first, now);
        waiter.requireNoFailure(deadline);
        askAhead();
        waiter.requireGranted(blocks);
        return waiter.dealtFrom();
    }

    /**
     * Joins those that wait, unless there is a segment after {@code used} by now, or will be none: then it returns
     * null.
     */
    private @Nullable Part join(Segment used, Waiter waiter, long now) {
        if (used.next() != null || waiters.isClosed()) {
            return null;
        }
        planner.observeAtEnd(used, waiter.count, now);
        waiters.join(waiter, now);
        return waitOn(waiter, now);
    }

    private Part waitOn(Waiter waiter, long now) {
        return new Part(waiter.waitOn(), waiter.isSettled() ? null : fetcher.due(now));
    }

    private void await(Waiter waiter, Part first, long now) {
        try {
            awaitWoken(waiter, first);
            while (!waiter.isSettled()) { // its range had no number for anybody
                awaitWoken(waiter, lock.decide(() -> waitOn(waiter, ticker.nanos())));
            }
        } finally {
            listener.blocked(Duration.ofNanos(ticker.nanos() - now));
        }
    }

    private void awaitWoken(Waiter waiter, Part part) {
        fetcher.begin(part.due);
        try {
            if (!deadline.await(part.woken, waiter.since())) {
                giveUp(waiter, null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            giveUp(waiter, e);
        }
    }

    /** Ends a wait in vain. A caller that was settled in the same moment goes on: its numbers are nobody else's. */
    private void giveUp(Waiter waiter, @Nullable InterruptedException interrupt) {
        String why = lock.decide(() -> waiters.leave(waiter) ? waiters.whyInVain(waiter, ticker.nanos()) : null);
        if (why != null) {
            fetcher.noticeUnanswered();
            throw deadline.unavailable(waiter.since(), interrupt == null ? why : "the wait was interrupted", interrupt);
        }
    }

    /**
     * A caller that had to wait shows that numbers are short: the next range is due now, not at the prefetcher's next
     * look, and in any case if others wait on.
     */
    private void askAhead() {
        Call due = lock.decide(() -> dueAfterWait(ticker.nanos()));
        fetcher.begin(due);
    }

    private @Nullable Call dueAfterWait(long now) {
        return waiters.isEmpty() ? prefetcher.due(now) : fetcher.due(now);
    }
}
