package io.mintmark.range;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Reserves ranges, one at a time, on the refiller's threads, and puts them in stock.
 *
 * <p><b>Single flight.</b> {@link #inFlight} is the one reservation under way; whoever needs a range waits for it and for
 * nothing else. It is planned under the supply's lock, and begun without.
 *
 * <p><b>Failures.</b> Whatever a source or a refiller throws ends in the callers who wait; the next caller starts anew.
 * Whoever asks ahead of need asks a source that failed more and more seldom.
 *
 * <p>Thread-safe; methods that say so want the lock.
 */
final class Reserving {
    private static final long REST_NANOS_MIN = 10_000_000;
    private static final int REST_DOUBLINGS_MAX = 7;

    private final RangeSource source;
    private final RangeDomain domain;
    private final Refiller refiller;
    private final RangeListener listener;
    private final Ticker ticker;
    private final ReentrantLock lock;
    private final Pace pace;
    private final Stock stock;
    private final Settlement settlement;
    private final DomainEnd end;

    private @Nullable Fetch inFlight;
    private int failuresInARow;
    private long restUntilNanos;

    /** Set once a range came from above the ceiling: then only single numbers are asked for, to see if it still does. */
    private boolean exhausted;

    /** Set once closing no longer waits: a range that arrives later goes back by itself. */
    private boolean abandoned;

    Reserving(
            RangeSource source,
            RangeDomain domain,
            Refiller refiller,
            RangeListener listener,
            Ticker ticker,
            ReentrantLock lock,
            Pace pace,
            Stock stock,
            Settlement settlement) {
        this.source = source;
        this.domain = domain;
        this.refiller = refiller;
        this.listener = listener;
        this.ticker = ticker;
        this.lock = lock;
        this.pace = pace;
        this.stock = stock;
        this.settlement = settlement;
        this.end = new DomainEnd(domain, listener, ticker);
    }

    /** Returns the reservation under way; the caller holds the lock. */
    @Nullable Fetch inFlight() {
        return inFlight;
    }

    /** Tells whether a source that failed is left alone for now; the caller holds the lock. */
    boolean rests(long now) {
        return failuresInARow > 0 && now - restUntilNanos < 0;
    }

    /** Notes the reservation that is under way from now on; the caller holds the lock, and begins it without. */
    Fetch plan() {
        Fetch fetch = new Fetch(exhausted ? 1 : pace.planSize());
        inFlight = fetch;
        return fetch;
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

    void begin(Fetch fetch) {
        try {
            refiller.execute(() -> run(fetch));
        } catch (Throwable refused) { // an Error too: there may be no thread
            failed(fetch, refused);
        }
    }

    private void run(Fetch fetch) {
        long start = ticker.nanos();
        try {
            Range range = source.reserve(fetch.wanted);
            long latency = ticker.nanos() - start;
            listener.reserved(range, Duration.ofNanos(latency));
            end.announceIfNear(range, perSecond());
            arrived(fetch, range, latency);
        } catch (Throwable e) { // an Error too: callers must not wait for what will not come
            failed(fetch, e);
        }
    }

    private void arrived(Fetch fetch, Range range, long latency) {
        requireBelowCeiling(range);
        Segment segment;
        boolean late;
        lock.lock();
        try {
            pace.observeLatency(latency);
            pace.observeGranted(range.size());
            segment = domain.segment(range, stock.reserved());
            segment.startedNanos = ticker.nanos();
            stock.append(segment);
            inFlight = null;
            failuresInARow = 0;
            late = abandoned;
        } finally {
            lock.unlock();
        }
        if (late) {
            settlement.settle(segment, settlement.seal(segment), true);
        }
        fetch.complete(segment);
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

    private void failed(Fetch fetch, Throwable failure) {
        Throwable told = failure instanceof ExhaustedException ended ? end.withHistory(ended) : failure;
        lock.lock();
        try {
            inFlight = inFlight == fetch ? null : inFlight;
            restUntilNanos = ticker.nanos() + (REST_NANOS_MIN << Math.min(failuresInARow++, REST_DOUBLINGS_MAX));
        } finally {
            lock.unlock();
        }
        listener.failed(
                told instanceof RuntimeException known
                        ? known
                        : new RangeSourceException("The source of the counter " + domain.name() + " broke", told));
        fetch.fail(told);
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
