package io.mintmark.range;

import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a generator supplied: has the next range reserved before it is needed, and gives back what was not.
 *
 * <p><b>Who asks.</b> While numbers flow, {@link #watch} runs on the refiller's thread, reads how far the cursor came,
 * and asks for a range when what is in {@link Stock} would not outlast the store's latency. Callers do nothing for it.
 * Only when the watch mispredicted or is late, or sleeps because nothing was issued for a while, does a caller ask: at the
 * soft limit of its segment (once, and it goes on), or at its end (and waits). {@link Reserving} asks for one range at a time.
 *
 * <p><b>The lock</b> guards the fields here, in {@link Stock}, {@link Watch} and {@link Pace}, and is never held while a
 * store, the refiller's threads or the listener are called, even if the refiller runs what it gets at once; the hot path
 * does not know it. (The one exception is {@link Refiller#after}, which only notes what to do later.)
 *
 * <p><b>Idle.</b> When nothing was issued for {@link Watch#IDLE_NANOS} the watch gives what is wholly unused in stock
 * back, if the source can recognise it, and stops; an idle generator costs nothing.
 */
final class RangeSupply {
    private final String name;
    private final Deadline deadline;
    private final RangeListener listener;
    private final Refiller refiller;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Pace pace;
    private final Watch watch;
    private final Stock stock = new Stock();
    private final Settlement settlement;
    private final Reserving reserving;

    private boolean closed;

    /** The surplus on its way back, so that closing does not overtake it. */
    private @Nullable Surplus returning;

    RangeSupply(
            RangeSource source,
            RangeDomain domain,
            Pace pace,
            Duration deadline,
            RangeListener listener,
            Refiller refiller,
            Ticker ticker) {
        this.name = domain.name();
        this.deadline = new Deadline(domain.name(), deadline, ticker);
        this.listener = new QuietListener(listener);
        this.refiller = refiller;
        this.ticker = ticker;
        this.pace = pace;
        this.watch = new Watch(pace);
        this.settlement = new Settlement(source, this.listener, lock);
        this.reserving = new Reserving(source, domain, refiller, this.listener, ticker, lock, pace, stock, settlement);
    }

    String name() {
        return name;
    }

    /** Returns the empty segment that every generator begins with: the first range is reserved when it is needed. */
    Segment first() {
        return stock.current();
    }

    IllegalStateException closedException() {
        return new IllegalStateException(
                "The generator of the counter " + name + " is closed: build a new one to issue numbers.");
    }

    /** Returns the segment behind {@code used}, waiting within the deadline; called by callers that have no number. */
    Segment awaitAfter(Segment used, int count) {
        long start = ticker.nanos();
        Fetch underWay;
        Fetch fetch;
        lock.lock();
        try {
            Segment next = used.next();
            if (next != null) {
                return next;
            }
            if (closed) {
                throw closedException();
            }
            observeAtEnd(used, count, start);
            underWay = reserving.inFlight();
            fetch = underWay != null ? underWay : reserving.plan();
        } finally {
            lock.unlock();
        }
        if (underWay == null) {
            reserving.begin(fetch);
        }
        Segment next = fetch.await(deadline, start);
        listener.blocked(Duration.ofNanos(ticker.nanos() - start));
        fetch.requireRoomFor(count, name);
        return next;
    }

    /** Takes a lock under which callers wait for a range. */
    void lockWithinDeadline(ReentrantLock waiting) {
        deadline.take(waiting);
    }

    /** Of a surplus that went back nothing was issued, and callers walk over it in no time: that is no rate. */
    private void observeAtEnd(Segment used, int count, long now) {
        if (used.issued() > 0) {
            pace.observeIssued(used, now);
        }
        pace.observeBlocked(count);
    }

    /** Called by a caller that took a number behind the soft limit: the watch is asleep, or late and the caller asks. */
    void softLimitPassed(Segment segment) {
        if (!lock.tryLock()) {
            return;
        }
        Fetch fetch = null;
        try {
            segment.liftSoftLimit();
            catchUp();
            if (!closed && segment == stock.current() && stock.endsWith(segment)) {
                fetch = askIfLate(segment);
                wakeWatch();
            }
        } finally {
            lock.unlock();
        }
        if (fetch != null) {
            reserving.begin(fetch);
        }
    }

    private @Nullable Fetch askIfLate(Segment segment) {
        long now = ticker.nanos();
        pace.observeIssued(segment, now);
        boolean late = watch.isAwake() && pace.lasts(stock.left()) < pace.leadNanos();
        return late && reserving.inFlight() == null && mayPrefetch(now) ? reserving.plan() : null;
    }

    /** Called by the one caller that moved the generator to a segment: an awake watch finds out by itself. */
    void switchedTo(Segment segment) {
        segment.startedNanos = ticker.nanos();
        if (watch.isAwake()) {
            return;
        }
        lock.lock();
        try {
            catchUp();
            wakeWatch();
        } finally {
            lock.unlock();
        }
    }

    private void catchUp() {
        if (stock.catchUp()) {
            pace.observeSupplied();
            watch.beginMean(stock.current().startedNanos, stock.current().issuedBefore);
        }
    }

    private void wakeWatch() {
        if (!watch.isAwake() && !closed) {
            watch.wake(ticker.nanos(), stock.issued());
            watchAfter(Watch.NANOS_MIN);
        }
    }

    /** A refiller that refuses leaves the generator to its callers, who ask when they have no number. */
    private void watchAfter(long nanos) {
        try {
            refiller.after(nanos, this::watch);
        } catch (RuntimeException refused) {
            watch.sleep();
        }
    }

    /** Looks at the cursor, reserves ahead of need, and says when to look again. */
    private void watch() {
        Fetch fetch = null;
        Surplus surplus = null;
        lock.lock();
        try {
            if (closed) {
                watch.sleep();
                return;
            }
            long now = ticker.nanos();
            catchUp();
            watch.look(now, stock.issued());
            stock.liftSoftLimit();
            double spare = pace.lasts(stock.left()) - pace.leadNanos();
            boolean underWay = reserving.inFlight() != null;
            if (spare <= 0 && !underWay && mayPrefetch(now)) {
                fetch = reserving.plan();
                underWay = true;
            }
            if (watch.sawIdleness(now) && !underWay) {
                surplus = fallAsleep();
            } else {
                double wait = underWay ? pace.answerNanos() : spare;
                watchAfter((long) Math.max(Watch.NANOS_MIN, Math.min(wait, Watch.NANOS_MAX)));
            }
        } finally {
            lock.unlock();
        }
        if (fetch != null) {
            reserving.begin(fetch);
        }
        if (surplus != null) {
            surplus.giveBack(refiller, settlement);
        }
    }

    private boolean mayPrefetch(long now) {
        return !reserving.rests(now) && watch.flowsFastEnoughFor(stock.current().size, now, stock.issued());
    }

    /** Stops watching; the caller that comes after a quarter more of the segment wakes the watch again. */
    private @Nullable Surplus fallAsleep() {
        watch.sleep();
        pace.observeIdle();
        stock.lowerSoftLimit();
        Deque<Segment> unused = stock.sealSurplus();
        returning = unused.isEmpty() ? null : new Surplus(unused, new CountDownLatch(1));
        return returning;
    }

    /** Ends issuing from a segment and returns how many of its numbers were issued. */
    long seal(Segment segment) {
        return settlement.seal(segment);
    }

    /** Ends supplying: awaits what is under way, then gives back what was not issued, newest first. */
    void close(Segment last, long issuedOfLast) {
        awaitWhatIsUnderWay();
        boolean latest = settlement.settleAll(last.followersNewestFirst());
        settlement.settle(last, issuedOfLast, latest);
    }

    private void awaitWhatIsUnderWay() {
        long start = ticker.nanos();
        Fetch fetch;
        Surplus surplus;
        lock.lock();
        try {
            closed = true;
            fetch = reserving.inFlight();
            surplus = returning;
        } finally {
            lock.unlock();
        }
        if (fetch != null) {
            deadline.awaitQuietly(fetch.done, start);
        }
        if (surplus != null) {
            deadline.awaitQuietly(surplus.done(), start);
        }
        reserving.abandon();
    }
}
