package io.mintmark.range;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a generator supplied: reserves the next range before it is needed, one at a time, and gives back what was not.
 *
 * <p><b>Who asks.</b> While numbers flow, {@link #watch} runs on the refiller's thread, reads how far the cursor came,
 * and asks for a range when what is in stock would not outlast the store's latency. Callers do nothing for it. Only when
 * the watch mispredicted, or sleeps because nothing was issued for a while, does a caller ask: at the soft limit of its
 * segment (once, and it goes on), or at its end (and waits).
 *
 * <p><b>Single flight.</b> {@link #inFlight} is the one reservation under way; whoever needs a range waits for it and for
 * nothing else. The lock guards the fields here and is never held while a store, the refiller's threads or the listener
 * are called, even if the refiller runs what it gets at once; the hot path does not know it. (The one exception is {@link
 * Refiller#after}, which only notes what to do later.)
 *
 * <p><b>Failures.</b> Whatever a source, a refiller or a listener throws ends in the callers who wait, as one typed
 * exception; the next caller starts anew. The watch asks a source that failed more and more seldom.
 *
 * <p><b>Idle.</b> When nothing was issued for {@link #IDLE_NANOS} the watch gives what is wholly unused in stock back, if
 * the source can recognise it, and stops; an idle generator costs nothing.
 */
final class RangeSupply {
    private static final long WATCH_NANOS_MIN = 500_000;
    private static final long WATCH_NANOS_MAX = 10_000_000;
    private static final long IDLE_NANOS = 2_000_000_000L;

    /** A generator whose ranges last longer does not prefetch: closing would lose too much for too little. */
    private static final double PREFETCH_NANOS_MAX = 60e9;

    private static final long RETRY_NANOS_MIN = 10_000_000;
    private static final int RETRY_DOUBLINGS_MAX = 7;

    private final RangeSource source;
    private final RangeDomain domain;
    private final Pace pace;
    private final long deadlineNanos;
    private final RangeListener listener;
    private final Refiller refiller;
    private final Ticker ticker;
    private final Settlement settlement;
    private final DomainEnd end;
    private final ReentrantLock lock = new ReentrantLock();

    /** The segment in use as far as this class knows; the generator's head is the same or one behind it. */
    private Segment current = Segment.empty();

    private Segment tail = current;
    private long reservedNumbers;
    private @Nullable Fetch inFlight;
    private boolean callersBlocked;
    private long largestBlock = 1;
    private boolean watching;
    private long watchedNanos;
    private long watchedIssued;
    private long idleSinceNanos;
    private long meanFromNanos;
    private long meanFromIssued;
    private boolean closed;
    private int failuresInARow;
    private long retryNanos;

    /** Set once a range came from above the ceiling: then only single numbers are asked for, to see if it still does. */
    private boolean exhausted;

    /** The surplus on its way back, so that closing does not overtake it. */
    private @Nullable Surplus returning;

    /** Set once closing no longer waits: a range that arrives later goes back by itself. */
    private boolean abandoned;

    RangeSupply(
            RangeSource source,
            RangeDomain domain,
            Pace pace,
            Duration deadline,
            RangeListener listener,
            Refiller refiller,
            Ticker ticker) {
        this.source = source;
        this.domain = domain;
        this.pace = pace;
        this.deadlineNanos = nanosOrForever(deadline);
        this.listener = new QuietListener(listener);
        this.refiller = refiller;
        this.ticker = ticker;
        this.settlement = new Settlement(source, this.listener, lock);
        this.end = new DomainEnd(domain, this.listener, ticker);
    }

    private static long nanosOrForever(Duration deadline) {
        try {
            return deadline.toNanos();
        } catch (ArithmeticException moreThan292Years) {
            return Long.MAX_VALUE;
        }
    }

    String name() {
        return domain.name();
    }

    /** Returns the empty segment that every generator begins with: the first range is reserved when it is needed. */
    Segment first() {
        return current;
    }

    IllegalStateException closedException() {
        return new IllegalStateException(
                "The generator of the counter " + domain.name() + " is closed: build a new one to issue numbers.");
    }

    /** Returns the segment behind {@code used}, waiting within the deadline; called by callers that have no number. */
    Segment awaitAfter(Segment used, int count) {
        long start = ticker.nanos();
        Fetch fetch;
        boolean ours;
        lock.lock();
        try {
            Segment next = used.next();
            if (next != null) {
                return next;
            }
            if (closed) {
                throw closedException();
            }
            observeRateAtEnd(used, start);
            largestBlock = Math.max(largestBlock, count);
            callersBlocked = true;
            ours = inFlight == null;
            fetch = inFlight == null ? planFetch() : inFlight;
        } finally {
            lock.unlock();
        }
        if (ours) {
            begin(fetch);
        }
        Segment next = fetch.await(domain.name(), deadlineNanos, ticker, start);
        listener.blocked(Duration.ofNanos(ticker.nanos() - start));
        requireRoomFor(count, fetch, next);
        return next;
    }

    /** Takes a lock under which callers wait for a range: within the deadline, and an interrupt ends the wait. */
    void lockWithinDeadline(ReentrantLock waiting) {
        long start = ticker.nanos();
        try {
            if (!waiting.tryLock(deadlineNanos, TimeUnit.NANOSECONDS)) {
                throw unavailable(start, "another caller waits for one beyond the deadline", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable(start, "the wait was interrupted", e);
        }
    }

    private RangeUnavailableException unavailable(long start, String why, @Nullable Throwable cause) {
        return new RangeUnavailableException(domain.name(), Duration.ofNanos(ticker.nanos() - start), why, cause);
    }

    /**
     * The time that a used-up segment lasted is the newest measurement of the rate there is. Only what was issued counts:
     * of a surplus that went back nothing was, and callers walk over it in no time.
     */
    private void observeRateAtEnd(Segment used, long now) {
        if (used.issued() > 0) {
            pace.observeIssued(used.issued(), Math.max(1, now - used.startedNanos));
        }
    }

    private void requireRoomFor(int count, Fetch fetch, Segment next) {
        if (count > 1 && next.size < count && fetch.wanted >= count) {
            throw new RangeSourceException("The counter " + domain.name() + " grants " + next.size
                    + " numbers at once, which is too few for a block of " + count + ": ask for smaller blocks.");
        }
    }

    /** Called by a caller that took a number behind the soft limit: the watch is asleep or late. */
    void softLimitPassed(Segment segment) {
        if (!lock.tryLock()) {
            return;
        }
        try {
            segment.soft = segment.size;
            boolean nothingBehind = reservedNumbers <= segment.issuedBefore + segment.size;
            if (!closed && nothingBehind && segment == current) {
                observeRateAtSoftLimit(segment);
                wakeWatch();
            }
        } finally {
            lock.unlock();
        }
    }

    private void observeRateAtSoftLimit(Segment segment) {
        if (!watching) {
            pace.observeIssued(segment.issued(), Math.max(1, ticker.nanos() - segment.startedNanos));
        }
    }

    /** Called by the one caller that moved the generator to a segment; such callers may overtake each other. */
    void switchedTo(Segment segment) {
        segment.startedNanos = ticker.nanos();
        lock.lock();
        try {
            if (liesAhead(segment)) {
                current = segment;
                callersBlocked = false;
                meanFromHere();
            }
            wakeWatch();
        } finally {
            lock.unlock();
        }
    }

    private boolean liesAhead(Segment segment) {
        Segment known = current;
        while (known != null && known != segment) {
            known = known.next();
        }
        return known == segment;
    }

    private void wakeWatch() {
        if (!watching && !closed) {
            watchedNanos = ticker.nanos();
            idleSinceNanos = watchedNanos;
            watchedIssued = issuedSoFar();
            meanFromHere();
            watchAfter(WATCH_NANOS_MIN);
        }
    }

    private void meanFromHere() {
        meanFromNanos = ticker.nanos();
        meanFromIssued = issuedSoFar();
    }

    /** A refiller that refuses leaves the generator to its callers, who ask when they have no number. */
    private void watchAfter(long nanos) {
        watching = true;
        try {
            refiller.after(nanos, this::watch);
        } catch (RuntimeException refused) {
            watching = false;
        }
    }

    private long issuedSoFar() {
        return current.issuedBefore + current.issued();
    }

    /** Looks at the cursor, reserves ahead of need, and says when to look again. */
    private void watch() {
        Fetch fetch = null;
        Surplus surplus = null;
        lock.lock();
        try {
            if (closed) {
                watching = false;
                return;
            }
            long now = ticker.nanos();
            observe(now);
            long stock = reservedNumbers - issuedSoFar();
            double spare = pace.lasts(stock) - pace.leadNanos();
            if (spare <= 0 && inFlight == null && mayPrefetch(now)) {
                fetch = planFetch();
            }
            if (now - idleSinceNanos >= IDLE_NANOS && inFlight == null) {
                surplus = fallAsleep();
            } else {
                double wait = inFlight != null ? WATCH_NANOS_MIN : spare;
                watchAfter((long) Math.max(WATCH_NANOS_MIN, Math.min(wait, WATCH_NANOS_MAX)));
            }
        } finally {
            lock.unlock();
        }
        if (fetch != null) {
            begin(fetch);
        }
        if (surplus != null) {
            giveSurplusBack(surplus);
        }
    }

    private boolean mayPrefetch(long now) {
        boolean resting = failuresInARow > 0 && now - retryNanos < 0;
        // The mean since the watch woke or the range began: the pace follows single numbers, and takes two for a burst.
        double issued = issuedSoFar() - meanFromIssued;
        double rangeLasts = issued <= 0 ? Double.POSITIVE_INFINITY : (now - meanFromNanos) / issued * current.size;
        return !resting && rangeLasts <= PREFETCH_NANOS_MAX;
    }

    private void observe(long now) {
        long issued = issuedSoFar();
        long count = issued - watchedIssued;
        pace.observeIssued(count, now - watchedNanos);
        if (count > 0) {
            idleSinceNanos = now;
        }
        watchedIssued = issued;
        watchedNanos = now;
        if (current.next() != null) {
            current.soft = current.size;
        }
    }

    /**
     * Stops watching; the caller that comes after a quarter more of the segment wakes the watch again.
     *
     * <p>Sealing decides atomically which numbers of the surplus callers have and which nobody will get: a caller that
     * walks to such a segment later finds it used up, and goes on to the one behind it.
     */
    private @Nullable Surplus fallAsleep() {
        watching = false;
        long issued = current.issued();
        current.soft = issued + (current.size - issued) / 4;
        Deque<Segment> newestFirst = new ArrayDeque<>();
        for (Segment next = current.next(); next != null; next = next.next()) {
            if (next.range.hasToken() && !next.isSealed()) {
                reservedNumbers -= next.size - next.seal();
                newestFirst.push(next);
            }
        }
        returning = newestFirst.isEmpty() ? null : new Surplus(newestFirst, new CountDownLatch(1));
        return returning;
    }

    private void giveSurplusBack(Surplus surplus) {
        try {
            refiller.execute(() -> {
                try {
                    settlement.settleAll(surplus.newestFirst());
                } finally {
                    surplus.done().countDown();
                }
            });
        } catch (RuntimeException refused) {
            // Closing finds the segments again.
            surplus.done().countDown();
        }
    }

    /** Notes the reservation that is under way from now on; the caller holds the lock, and begins it without. */
    private Fetch planFetch() {
        Fetch fetch = new Fetch(exhausted ? 1 : pace.nextSize(callersBlocked, largestBlock));
        inFlight = fetch;
        return fetch;
    }

    private void begin(Fetch fetch) {
        try {
            refiller.execute(() -> run(fetch));
        } catch (RuntimeException refused) {
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
            segment = domain.segment(range, reservedNumbers);
            segment.startedNanos = ticker.nanos();
            append(segment);
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
            retryNanos = ticker.nanos() + (RETRY_NANOS_MIN << Math.min(failuresInARow++, RETRY_DOUBLINGS_MAX));
        } finally {
            lock.unlock();
        }
        listener.failed(
                told instanceof RuntimeException known
                        ? known
                        : new RangeSourceException("The source of the counter " + domain.name() + " broke", told));
        fetch.fail(told);
    }

    private void append(Segment segment) {
        pace.observeGranted(segment.range.size());
        reservedNumbers += segment.size;
        tail.linkNext(segment);
        if (tail == current) {
            current.soft = current.size;
        }
        tail = segment;
    }

    private double perSecond() {
        lock.lock();
        try {
            return pace.perSecond();
        } finally {
            lock.unlock();
        }
    }

    /** Ends issuing from a segment and returns how many of its numbers were issued. */
    long seal(Segment segment) {
        return settlement.seal(segment);
    }

    /** Ends supplying: awaits what is under way, then gives back what was not issued, newest first. */
    void close(Segment last, long issuedOfLast) {
        awaitWhatIsUnderWay();
        Deque<Segment> unused = new ArrayDeque<>();
        for (Segment next = last.next(); next != null; next = next.next()) {
            unused.push(next);
        }
        boolean latest = settlement.settleAll(unused);
        settlement.settle(last, issuedOfLast, latest);
    }

    private void awaitWhatIsUnderWay() {
        long start = ticker.nanos();
        Fetch reserving;
        Surplus surplus;
        lock.lock();
        try {
            closed = true;
            reserving = inFlight;
            surplus = returning;
        } finally {
            lock.unlock();
        }
        if (reserving != null) {
            reserving.awaitQuietly(deadlineNanos);
        }
        if (surplus != null) {
            surplus.awaitQuietly(deadlineNanos - (ticker.nanos() - start));
        }
        lock.lock();
        try {
            abandoned = true;
        } finally {
            lock.unlock();
        }
    }
}
