package io.mintmark.hilo.supply;

import io.mintmark.hilo.supply.Fetch.Call;
import io.mintmark.internal.Ticker;
import io.mintmark.range.RangeListener;
import io.mintmark.range.Refiller;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a generator supplied with ranges. Callers come here when they have no number, or when the {@link Prefetcher} is
 * late.
 *
 * <p>Each concern has a room: {@link SegmentQueue} holds the ranges at hand, {@link WaiterQueue} the callers that wait
 * for one, in the order in which they came, {@link RangePlanner} says how long the next one should be,
 * {@link Prefetcher} asks for it ahead of need, {@link RangeFetcher} gets it from the source, {@link RangeWait} lets
 * callers wait, and {@link RangeReturner} gives back what nobody was issued.
 *
 * <p><b>Who asks.</b> While numbers flow, the prefetcher reserves the next range before it is needed. A caller asks
 * only if the prefetcher mispredicted or is late, or sleeps because nothing was issued for a while: at the soft limit
 * of its segment (once, and it goes on), or at its end (it waits, and asks for one more when it has a number or others
 * wait on).
 *
 * <h2>The lock</h2>
 *
 * <p>All rooms share one lock. A step is decided under it and done after it was released: {@link #decide} is the way,
 * and {@link #softLimitPassed} the only other one, since it gives up where it would have to wait. So each decision sees
 * one state of all rooms: no second range is asked for while one is on its way, and none is queued after closing
 * stopped waiting for it. One reservation takes the lock once, to queue its range.
 *
 * <p>The lock is never held while a source, a thread of the refiller or the listener is called, even if the refiller
 * runs at once what it is given; so nobody waits for it longer than a few additions take. The one exception is
 * {@link Refiller#after}, which only notes what to do later: scheduled after the lock was released, a look could
 * outlive closing.
 *
 * <p>The hot path does not know the lock. Beside it move only the cursors of segments, the links between them and the
 * generator's head, each by an atomic step of its own, and two flags that are read without it:
 * {@link Prefetcher#isAwake} and {@link Fetch#isOver}. Reading an old value of either costs a step in vain.
 */
public final class RangeSupply {
    private final String name;
    private final Deadline deadline;
    private final BlockLimit blocks;
    private final RangeListener listener;
    private final Refiller refiller;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final SupplyLock guard = this::decide;
    private final SegmentQueue queue = new SegmentQueue();
    private final WaiterQueue waiters = new WaiterQueue();
    private final RangePlanner planner;
    private final RangeReturner returner;
    private final RangeFetcher fetcher;
    private final Prefetcher prefetcher;
    private final RangeWait wait;

    /** Creates a supply that reserves nothing before the first number is drawn. */
    public RangeSupply(SupplySettings settings) {
        this.name = settings.domain().name();
        this.deadline = settings.newDeadline();
        this.blocks = new BlockLimit(name, settings.ticker());
        this.listener = settings.listener();
        this.refiller = settings.refiller();
        this.ticker = settings.ticker();
        this.planner = settings.newPlanner();
        this.returner = new RangeReturner(settings, guard);
        this.fetcher = new RangeFetcher(settings, guard, planner, queue, waiters, returner);
        this.prefetcher = new Prefetcher(planner, queue, fetcher, returner, this::lookAfter);
        this.wait = new RangeWait(settings, guard, blocks, planner, waiters, fetcher, prefetcher);
        refiller.generatorOpened();
    }

    private <T> T decide(Supplier<T> decision) {
        lock.lock();
        return decideAndUnlock(decision);
    }

    private <T> T decideAndUnlock(Supplier<T> decision) {
        try {
            return decision.get();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the name of the counter. */
    public String name() {
        return name;
    }

    /** Returns the limit of how long blocks may be. */
    public BlockLimit blocks() {
        return blocks;
    }

    /** Returns the empty segment that every generator begins with: the first range is reserved when it is needed. */
    public Segment first() {
        return queue.current();
    }

    /** Returns the refusal of a caller that comes after closing. */
    public IllegalStateException closedException() {
        return new IllegalStateException(
                "The generator of the counter " + name + " is closed: build a new one to issue numbers.");
    }

    /**
     * Returns the segment after {@code used}, or a later one of which {@code waiter} was dealt numbers; waits within
     * the deadline. Called by callers that have no number.
     */
    public Segment awaitAfter(Segment used, Waiter waiter) {
        Segment next = wait.segmentAfter(used, waiter);
        if (next == null) {
            throw closedException();
        }
        return next;
    }

    /**
     * Called by a caller that took a number past the soft limit: the prefetcher is asleep, or late and the caller asks.
     */
    public void softLimitPassed(Segment segment) {
        if (lock.tryLock()) {
            Call due = decideAndUnlock(() -> dueAtSoftLimit(segment));
            fetcher.begin(due);
        }
    }

    private @Nullable Call dueAtSoftLimit(Segment segment) {
        segment.liftSoftLimit();
        prefetcher.catchUp();
        if (waiters.isClosed() || segment != queue.current() || !queue.endsWith(segment)) {
            return null;
        }
        long now = ticker.nanos();
        planner.observeIssued(segment, now);
        Call due = prefetcher.due(now);
        prefetcher.wake(now);
        return due;
    }

    /** Called by the one caller that moved the generator to a segment; an awake prefetcher finds that out by itself. */
    public void switchedTo(Segment segment) {
        segment.startedNanos = ticker.nanos();
        if (!prefetcher.isAwake()) {
            guard.change(() -> {
                prefetcher.catchUp();
                prefetcher.wake(ticker.nanos());
            });
        }
    }

    private void lookAfter(long nanos) {
        refiller.after(nanos, this::look);
    }

    private void look() {
        Prefetcher.Look seen = guard.decide(() -> prefetcher.look(ticker.nanos()));
        fetcher.begin(seen.due());
        returner.giveBack(seen.surplus());
    }

    /** Ends issuing from a segment and returns how many of its numbers were issued. */
    public long seal(Segment segment) {
        return guard.decide(segment::seal);
    }

    /** Tells the listener that numbers became a gap which nobody could give back; none is no news. */
    public void gap(Segment segment, long count) {
        if (count > 0) {
            listener.gap(segment.range, count);
        }
    }

    /**
     * Ends supplying: refuses those that wait, awaits what is under way, then has the refiller's threads give back what
     * was not issued. A source that hangs holds up closing no longer than the deadline; those threads go on then.
     */
    public void close(Segment last, long issuedOfLast) {
        try {
            long start = ticker.nanos();
            WaiterQueue.wake(guard.decide(waiters::close));
            for (CountDownLatch underWay : guard.decide(this::endSupplying)) {
                deadline.awaitQuietly(underWay, start);
            }
            guard.change(fetcher::abandon);
            if (last.size > 0 || last.next() != null) {
                deadline.awaitQuietly(returner.giveBackAll(last, issuedOfLast), start);
            }
        } finally {
            refiller.generatorClosed();
        }
    }

    /** Returns what opens when nothing is under way any more. */
    private List<CountDownLatch> endSupplying() {
        prefetcher.end();
        Fetch fetch = fetcher.inFlight();
        return fetch == null ? List.of(returner.returning()) : List.of(fetch.done, returner.returning());
    }
}
