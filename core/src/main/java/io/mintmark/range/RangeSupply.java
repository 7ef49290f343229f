package io.mintmark.range;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a generator supplied: callers come here when they have no number, or when the {@link Lookout} is not there in time.
 *
 * <p><b>Who asks.</b> While numbers flow, the lookout reserves the next range before it is needed. Only when it mispredicted
 * or is late, or sleeps because nothing was issued for a while, does a caller ask: at the soft limit of its segment (once,
 * and it goes on), or at its end (and waits). {@link Reserving} asks for one range at a time.
 *
 * <p><b>The lock</b> guards the fields here, in {@link Lookout}, {@link Stock}, {@link Watch} and {@link Pace}, and is never
 * held while a store, the refiller's threads or the listener are called, even if the refiller runs what it gets at once;
 * the hot path does not know it. (The one exception is {@link Refiller#after}, which only notes what to do later.)
 */
final class RangeSupply {
    private final String name;
    private final Deadline deadline;
    private final RangeListener listener;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Pace pace;
    private final Stock stock = new Stock();
    private final Settlement settlement;
    private final Reserving reserving;
    private final Lookout lookout;

    private boolean closed;

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
        this.ticker = ticker;
        this.pace = pace;
        this.settlement = new Settlement(source, domain.name(), this.listener, lock);
        this.reserving = new Reserving(source, domain, refiller, this.listener, ticker, lock, pace, stock, settlement);
        this.lookout = new Lookout(refiller, ticker, lock, pace, stock, settlement, reserving);
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

    /** Of a surplus that went back nothing was issued, and callers walk over it in no time: that is no rate. */
    private void observeAtEnd(Segment used, int count, long now) {
        if (used.issued() > 0) {
            pace.observeIssued(used, now);
        }
        pace.observeBlocked(count);
    }

    /** Called by a caller that took a number behind the soft limit: the lookout is asleep, or late and the caller asks. */
    void softLimitPassed(Segment segment) {
        if (!lock.tryLock()) {
            return;
        }
        Fetch fetch = null;
        try {
            segment.liftSoftLimit();
            lookout.catchUp();
            if (!closed && segment == stock.current() && stock.endsWith(segment)) {
                fetch = askIfLate(segment);
                lookout.wake();
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
        boolean late = lookout.isAwake() && pace.lasts(stock.left()) < pace.leadNanos();
        return late && reserving.inFlight() == null && lookout.mayPrefetch(now) ? reserving.plan() : null;
    }

    /** Called by the one caller that moved the generator to a segment: an awake lookout finds out by itself. */
    void switchedTo(Segment segment) {
        segment.startedNanos = ticker.nanos();
        if (lookout.isAwake()) {
            return;
        }
        lock.lock();
        try {
            lookout.catchUp();
            lookout.wake();
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
            surplus = lookout.end();
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
