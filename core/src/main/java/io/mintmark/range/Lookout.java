package io.mintmark.range;

import io.mintmark.internal.Ticker;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a generator again and again while numbers flow, and has a range reserved when what is in {@link Stock} would not
 * outlast the store's latency; callers do nothing for it.
 *
 * <p><b>Idle.</b> When nothing was issued for {@link Watch#IDLE_NANOS} it gives what is wholly unused in stock back, if the
 * source can recognise it, and stops; an idle generator costs nothing. The caller who comes after a quarter more of the
 * segment in use, or to another one, wakes it.
 *
 * <p>Thread-safe; all methods but {@link #isAwake} want the supply's lock. It looks on the refiller's thread.
 */
final class Lookout {
    private final Refiller refiller;
    private final Ticker ticker;
    private final ReentrantLock lock;
    private final Pace pace;
    private final Watch watch;
    private final Stock stock;
    private final Settlement settlement;
    private final Reserving reserving;

    private boolean ended;

    /**
     * Open while the latest surplus is on its way back, so that closing does not overtake it. Not the surplus itself: its
     * segments are linked to all that come after them, and would keep those in memory.
     */
    private CountDownLatch returning = new CountDownLatch(0);

    Lookout(
            Refiller refiller,
            Ticker ticker,
            ReentrantLock lock,
            Pace pace,
            Stock stock,
            Settlement settlement,
            Reserving reserving) {
        this.refiller = refiller;
        this.ticker = ticker;
        this.lock = lock;
        this.pace = pace;
        this.watch = new Watch(pace);
        this.stock = stock;
        this.settlement = settlement;
        this.reserving = reserving;
    }

    boolean isAwake() {
        return watch.isAwake();
    }

    /** Follows the callers to the segment that they have come to. */
    void catchUp() {
        if (stock.catchUp()) {
            pace.observeSupplied();
            watch.beginMean(stock.current().startedNanos, stock.current().issuedBefore);
        }
    }

    void wake() {
        if (!watch.isAwake() && !ended) {
            watch.wake(ticker.nanos(), stock.issued());
            lookAfter(Watch.NANOS_MIN);
        }
    }

    /** Returns the call of the source that is due before anybody waits for it, or null; the caller begins it without the lock. */
    @Nullable Attempt due(long now) {
        pace.observeAll(stock.issued(), now);
        return isAwake() && !ended && spareNanos() <= 0 && mayPrefetch(now) ? reserving.due(now) : null;
    }

    /** Returns for how long nothing needs to be asked for. */
    private double spareNanos() {
        return pace.lasts(stock.left()) - pace.leadNanos();
    }

    /** Tells whether a range may be reserved before anybody waits for it. */
    private boolean mayPrefetch(long now) {
        return !reserving.rests(now)
                && pace.hasRoom(stock.left())
                && watch.flowsFastEnoughFor(stock.current().size, now, stock.issued());
    }

    /** Looks no more, and returns what opens when no surplus is on its way back. */
    CountDownLatch end() {
        ended = true;
        return returning;
    }

    /** A refiller that refuses leaves the generator to its callers, who ask when they have no number. */
    private void lookAfter(long nanos) {
        try {
            refiller.after(nanos, this::look);
        } catch (Throwable refused) { // an Error too: there may be no thread
            watch.sleep();
        }
    }

    /** Looks at the cursor, reserves ahead of need, and says when to look again; takes the lock. */
    private void look() {
        Attempt due = null;
        Surplus surplus = null;
        lock.lock();
        try {
            if (ended) {
                watch.sleep();
                return;
            }
            long now = ticker.nanos();
            catchUp();
            watch.look(now, stock.issued());
            stock.liftSoftLimit();
            due = due(now);
            boolean underWay = reserving.isUnderWay(now);
            if (watch.sawIdleness(now) && !underWay) {
                surplus = fallAsleep();
            } else {
                double wait = underWay ? pace.answerNanos() : spareNanos();
                lookAfter((long) Math.max(Watch.NANOS_MIN, Math.min(wait, Watch.NANOS_MAX)));
            }
        } finally {
            lock.unlock();
        }
        reserving.begin(due);
        if (surplus != null) {
            surplus.giveBack(refiller, settlement);
        }
    }

    private @Nullable Surplus fallAsleep() {
        watch.sleep();
        pace.observeIdle();
        stock.lowerSoftLimit();
        Deque<Segment> unused = stock.sealSurplus();
        if (unused.isEmpty()) {
            return null;
        }
        returning = new CountDownLatch(1);
        return new Surplus(unused, returning);
    }
}
