package io.mintmark.range;

import io.mintmark.internal.Ticker;
import io.mintmark.counter.ExhaustedException;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Reserves ranges, one at a time, on the refiller's threads, and puts them in stock.
 *
 * <p><b>Single flight.</b> One range is on its way; whoever needs a range waits for it and for nothing else. {@link Flight}
 * says when the source is asked for it, once more if it does not answer. That is decided under the supply's lock, and done
 * without.
 *
 * <p><b>Failures.</b> Whatever a source or a refiller throws ends in the callers who wait; the next caller starts anew.
 *
 * <p>Thread-safe; methods that say so want the lock.
 */
final class Reserving {
    private final RangeSource source;
    private final RangeDomain domain;
    private final Deadline deadline;
    private final Refiller refiller;
    private final RangeListener listener;
    private final Ticker ticker;
    private final ReentrantLock lock;
    private final Pace pace;
    private final Stock stock;
    private final Settlement settlement;
    private final DomainEnd end;
    private final Flight flight;

    /** Set once a range came from above the ceiling: then only single numbers are asked for, to see if it still does. */
    private boolean exhausted;

    /** Set once closing no longer waits: a range that arrives later goes back by itself. */
    private boolean abandoned;

    Reserving(
            RangeSource source,
            RangeDomain domain,
            Deadline deadline,
            Refiller refiller,
            RangeListener listener,
            Ticker ticker,
            ReentrantLock lock,
            Pace pace,
            Stock stock,
            Settlement settlement) {
        this.source = source;
        this.domain = domain;
        this.deadline = deadline;
        this.refiller = refiller;
        this.listener = listener;
        this.ticker = ticker;
        this.lock = lock;
        this.pace = pace;
        this.stock = stock;
        this.settlement = settlement;
        this.end = new DomainEnd(domain, listener, ticker);
        this.flight = new Flight(deadline);
    }

    /** Returns the range on its way, if there is one; the caller holds the lock. */
    @Nullable Fetch inFlight() {
        return flight.inFlight();
    }

    /** Tells whether a range is on its way and not overdue; the caller holds the lock. */
    boolean isUnderWay(long now) {
        return flight.isUnderWay(now);
    }

    /** Tells whether a source that failed is left alone for now; the caller holds the lock. */
    boolean rests(long now) {
        return flight.rests(now);
    }

    /** Returns the range on its way, a new one if there is none; the caller holds the lock. */
    Fetch fetch(long now) {
        Fetch fetch = flight.inFlight();
        return fetch != null ? fetch : flight.begin(exhausted ? 1 : planSize(now));
    }

    private long planSize(long now) {
        pace.observeAll(stock.issued(), now);
        return pace.planSize(stock.left());
    }

    /**
     * Returns the call of the source that is due so that a range comes, or null if one is under way; the caller holds the
     * lock, and begins it without.
     */
    @Nullable Attempt due(long now) {
        return flight.due(fetch(now), now);
    }

    /** Lets what arrives from now on go back by itself. */
    void abandon() {
        lock.lock();
        try {
            abandoned = true;
        } finally {
            lock.unlock();
        }
    }

    void begin(@Nullable Attempt due) {
        if (due == null) {
            return;
        }
        try {
            refiller.execute(() -> run(due));
        } catch (Throwable refused) { // an Error too: there may be no thread
            failed(due, refused);
        }
    }

    private void run(Attempt attempt) {
        if (comesTooLate(attempt)) {
            return;
        }
        long start = ticker.nanos();
        try {
            Range range = source.reserve(attempt.fetch.wanted);
            long latency = ticker.nanos() - start;
            listener.reserved(range, Duration.ofNanos(latency));
            end.announceIfNear(range, perSecond());
            arrived(attempt, range, latency);
        } catch (Throwable e) { // an Error too: callers must not wait for what will not come
            failed(attempt, e);
        }
    }

    /** Tells whether the range came, or failed to, while this attempt waited for a thread. */
    private boolean comesTooLate(Attempt attempt) {
        lock.lock();
        try {
            if (flight.isOf(attempt)) {
                return false;
            }
            flight.end(attempt);
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void arrived(Attempt attempt, Range range, long latency) {
        requireBelowCeiling(range);
        Segment segment;
        boolean awaited;
        boolean usable;
        lock.lock();
        try {
            segment = domain.segment(range, stock.reserved());
            awaited = flight.isOf(attempt);
            usable = awaited && !abandoned;
            if (awaited) {
                pace.observeLatency(latency);
                pace.observeGranted(range.size());
                flight.land();
            }
            if (usable) {
                segment.startedNanos = ticker.nanos();
                stock.append(segment);
                flight.end(attempt);
            }
        } finally {
            lock.unlock();
        }
        if (!usable) {
            settleLate(attempt, segment);
        }
        if (awaited) {
            attempt.fetch.complete();
        }
    }

    /** An attempt counts until its range is settled: the source may hang then, too. */
    private void settleLate(Attempt attempt, Segment segment) {
        settlement.settle(segment, settlement.seal(segment), true);
        lock.lock();
        try {
            flight.end(attempt);
        } finally {
            lock.unlock();
        }
    }

    /** A source whose own ceiling is higher does not know ours: what it granted in vain goes back. */
    private void requireBelowCeiling(Range range) {
        lock.lock();
        try {
            exhausted = range.low() > domain.ceiling();
            if (!exhausted) {
                return;
            }
        } finally {
            lock.unlock();
        }
        settlement.giveBackWhole(range);
        throw domain.exhaustedBy(range);
    }

    private void failed(Attempt attempt, Throwable failure) {
        Throwable told = failure instanceof ExhaustedException ended ? end.withHistory(ended) : failure;
        lock.lock();
        try {
            if (!flight.fail(attempt, ticker.nanos())) {
                return;
            }
        } finally {
            lock.unlock();
        }
        try {
            listener.failed(RangeSourceException.of(domain.name(), told));
        } finally {
            attempt.fetch.fail(told);
        }
    }

    /** Called by a caller that waited in vain: if the source did not answer within the deadline, it has failed. */
    void noticeUnanswered(Fetch fetch) {
        lock.lock();
        try {
            if (!flight.noticeUnanswered(fetch, ticker.nanos())) {
                return;
            }
        } finally {
            lock.unlock();
        }
        listener.failed(deadline.unanswered());
    }

    private double perSecond() {
        lock.lock();
        try {
            return pace.perSecond();
        } finally {
            lock.unlock();
        }
    }
}
