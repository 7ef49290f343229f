package io.mintmark.range;

import io.mintmark.internal.Ticker;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a generator supplied: callers come here when they have no number, or when the {@link Lookout} is not there in time.
 *
 * <p><b>Who asks.</b> While numbers flow, the lookout reserves the next range before it is needed. Only when it mispredicted
 * or is late, or sleeps because nothing was issued for a while, does a caller ask: at the soft limit of its segment (once,
 * and it goes on), or at its end (and waits, then asks for one more). {@link Reserving} asks for one range at a time.
 *
 * <p><b>The lock</b> guards the fields here, in {@link Lookout}, {@link Stock}, {@link Watch} and {@link Pace}, and is never
 * held while a store, the refiller's threads or the listener are called, even if the refiller runs what it gets at once;
 * the hot path does not know it. (The one exception is {@link Refiller#after}, which only notes what to do later.)
 */
final class RangeSupply {
    private final String name;
    private final Deadline deadline;
    private final BlockLimit blocks;
    private final RangeListener listener;
    private final Refiller refiller;
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
        this.blocks = new BlockLimit(domain.name(), ticker);
        this.listener = new QuietListener(listener);
        this.refiller = refiller;
        this.ticker = ticker;
        this.pace = pace;
        this.settlement = new Settlement(source, domain.name(), this.listener, lock);
        this.reserving = new Reserving(
                source, domain, this.deadline, refiller, this.listener, ticker, lock, pace, stock, settlement);
        this.lookout = new Lookout(refiller, ticker, lock, pace, stock, settlement, reserving);
        refiller.generatorOpened();
    }

    String name() {
        return name;
    }

    /** Returns what says how long blocks may be. */
    BlockLimit blocks() {
        return blocks;
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
    Segment awaitAfter(Segment used, Waiter waiter) {
        long now = ticker.nanos();
        long since = waiter.since(now);
        Attempt due;
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
            observeAtEnd(used, waiter.count, now);
            due = reserving.due(now);
            fetch = reserving.fetch(now);
        } finally {
            lock.unlock();
        }
        reserving.begin(due);
        await(fetch, since, now);
        Segment next = used.next();
        if (next == null) {
            throw closedException(); // it came too late for closing, and goes back by itself
        }
        blocks.requireGranted(waiter.count, fetch.wanted, next.size);
        askAhead();
        return next;
    }

    /** Whoever had to wait shows that numbers are short: the next range is asked for now, not when the lookout looks again. */
    private void askAhead() {
        Attempt due;
        lock.lock();
        try {
            due = lookout.due(ticker.nanos());
        } finally {
            lock.unlock();
        }
        reserving.begin(due);
    }

    private void await(Fetch fetch, long since, long now) {
        try {
            fetch.await(deadline, since);
        } catch (RangeUnavailableException e) {
            reserving.noticeUnanswered(fetch);
            throw e;
        } finally {
            listener.blocked(Duration.ofNanos(ticker.nanos() - now));
        }
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
        Attempt due = null;
        try {
            segment.liftSoftLimit();
            lookout.catchUp();
            if (!closed && segment == stock.current() && stock.endsWith(segment)) {
                due = askIfLate(segment);
                lookout.wake();
            }
        } finally {
            lock.unlock();
        }
        reserving.begin(due);
    }

    private @Nullable Attempt askIfLate(Segment segment) {
        long now = ticker.nanos();
        pace.observeIssued(segment, now);
        return lookout.due(now);
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

    /** Tells that numbers became a gap which was nobody's to give back; none is no news. */
    void gap(Segment segment, long count) {
        if (count > 0) {
            listener.gap(segment.range, count);
        }
    }

    /**
     * Ends supplying: awaits what is under way, then gives back what was not issued, newest first. The refiller's threads do
     * that, so that a source which hangs holds up closing no longer than the deadline; they go on then. A refiller that
     * refuses leaves it to this thread.
     */
    void close(Segment last, long issuedOfLast) {
        try {
            settleWithinTheDeadline(last, issuedOfLast);
        } finally {
            refiller.generatorClosed();
        }
    }

    private void settleWithinTheDeadline(Segment last, long issuedOfLast) {
        long start = ticker.nanos();
        awaitWhatIsUnderWay(start);
        if (last.size == 0 && last.next() == null) {
            return;
        }
        CountDownLatch done = new CountDownLatch(1);
        Runnable settling = () -> settleAll(last, issuedOfLast, done);
        try {
            refiller.execute(settling);
        } catch (Throwable refused) { // an Error too: there may be no thread
            settling.run();
        }
        deadline.awaitQuietly(done, start);
    }

    private void settleAll(Segment last, long issuedOfLast, CountDownLatch done) {
        try {
            boolean latest = settlement.settleAll(last.followersNewestFirst());
            settlement.settle(last, issuedOfLast, latest);
        } finally {
            done.countDown();
        }
    }

    private void awaitWhatIsUnderWay(long start) {
        Fetch fetch;
        CountDownLatch returning;
        lock.lock();
        try {
            closed = true;
            fetch = reserving.inFlight();
            returning = lookout.end();
        } finally {
            lock.unlock();
        }
        if (fetch != null) {
            deadline.awaitQuietly(fetch.done, start);
        }
        deadline.awaitQuietly(returning, start);
        reserving.abandon();
    }
}
