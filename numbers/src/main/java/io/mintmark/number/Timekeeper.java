package io.mintmark.number;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a time-based generator beside its hot path: reads the time, says up to where words may be issued, changes
 * leases, and lets callers wait or refuses them.
 *
 * <p>While ids are asked for it looks at the clock once a beat. After {@value #IDLE_BEATS} beats without an id it shuts
 * the gate and rests; the next caller finds the gate shut and wakes it. The lock is never held while the source of the
 * leases is asked, nor while anybody sleeps. Thread-safe.
 */
final class Timekeeper {
    private static final int IDLE_BEATS = 50;
    private static final long BEAT_MILLIS_MAX = 10;
    private static final long NAP_MILLIS_MAX = 20;
    private static final long RENEW_MILLIS_MAX = 30_000;

    /** Leases in a row that a caller passes because none of them holds a whole tick. */
    private static final int PASSED_MAX = 1;

    private final BitLayout layout;
    private final SequenceStart beginning;
    private final WorkerLeases leases;
    private final TimeSettings settings;
    private final ForwardJumpFilter clock;
    private final NextLease following;
    private final Refusals refusals;
    private final long beatNanos;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock, as is the clock.
    private Consumer<WorkerWindow> published = window -> {};
    private @Nullable WorkerWindow window;
    private boolean closed;
    private boolean beating;
    private long cursorAtBeat;
    private int idleBeats;

    Timekeeper(BitLayout layout, SequenceStart beginning, WorkerLeases leases, TimeSettings settings) {
        this.layout = layout;
        this.beginning = beginning;
        this.leases = leases;
        this.settings = settings;
        this.clock = new ForwardJumpFilter(settings.wall(), settings.ticker());
        this.following = new NextLease(leases, settings.refiller());
        this.refusals = new Refusals(layout, settings.patienceMillis());
        this.beatNanos = TimeUnit.MILLISECONDS.toNanos(Math.min(layout.tick().toMillis(), BEAT_MILLIS_MAX));
    }

    BitLayout layout() {
        return layout;
    }

    /** Reserves the first lease and returns its window; later ones go to {@code published}. */
    WorkerWindow start(Consumer<WorkerWindow> published) {
        WorkerLease lease = leases.reserve(clock.millis() / 1_000);
        try {
            WorkerWindow first = WorkerWindow.of(layout, beginning, lease, 0);
            lock.lock();
            try {
                this.published = published;
                window = first;
            } finally {
                lock.unlock();
            }
            settings.refiller().generatorOpened();
            return first;
        } catch (RuntimeException refused) {
            leases.giveBack(lease, lease.notBeforeSecond());
            throw refused;
        }
    }

    /**
     * Returns the window in use with its gate open, waiting for its lease to be reserved if need be.
     *
     * @throws TimeRefusedException if its next word is further off than callers wait
     * @throws io.mintmark.counter.ExhaustedException if the layout has run out
     */
    WorkerWindow open() {
        int passed = 0;
        while (true) {
            WorkerWindow current = look();
            boolean usedUp = current.isUsedUp();
            if (!usedUp && !isFar(current, now())) {
                return current;
            }
            if (!usedUp || (current.holdsNoTick() && passed++ == PASSED_MAX)) {
                throw refusal(current, current.cursorTick());
            }
            reserveAfter(current);
        }
    }

    private void reserveAfter(WorkerWindow used) {
        if (layout.tickOf(used.lease.endSecond() * 1_000) > layout.tickMax()) {
            throw layout.ranOut();
        }
        if (!following.reserve(Math.max(now() / 1_000, used.lease.endSecond()), settings.patienceMillis())) {
            throw refusal(used, used.cursorTick());
        }
    }

    /**
     * Waits until a claimed word may be issued; returns whether that can be, or the word lies after its window's end.
     *
     * @throws TimeRefusedException if the word is further off than callers wait, or the thread is interrupted
     */
    boolean admits(WorkerWindow used, long word) {
        while (word < used.end()) {
            look();
            long early = earlyMillis(used.tickOf(word), now());
            if (early <= 0) {
                return true;
            }
            if (early > settings.patienceMillis() || Thread.currentThread().isInterrupted()) {
                throw refusal(used, used.tickOf(word));
            }
            settings.nap(Math.min(early, NAP_MILLIS_MAX));
        }
        return false;
    }

    /** Returns for how many milliseconds yet the clock must run until ids of {@code tick} may be issued. */
    private long earlyMillis(long tick, long now) {
        return layout.millisOf(tick) - settings.borrowMillis() - now;
    }

    private long now() {
        lock.lock();
        try {
            return clock.millis();
        } finally {
            lock.unlock();
        }
    }

    /** Looks at the clock, moves everything on accordingly, and returns the window in use. */
    private WorkerWindow look() {
        lock.lock();
        try {
            WorkerWindow current = requireOpen();
            long now = clock.millis();
            current.lift(layout.tickOf(now));
            WorkerLease next = current.isUsedUp() ? following.take() : null;
            if (next != null) {
                current = switchTo(next, current);
                current.lift(layout.tickOf(now));
            }
            setLimit(current, now);
            renewInTime(current.lease, now);
            beat(current);
            return current;
        } finally {
            lock.unlock();
        }
    }

    private WorkerWindow requireOpen() {
        if (closed || window == null) {
            throw new IllegalStateException("this generator is closed: " + layout);
        }
        return window;
    }

    private WorkerWindow switchTo(WorkerLease lease, WorkerWindow used) {
        used.limit = WorkerWindow.SHUT;
        WorkerWindow fresh = WorkerWindow.of(layout, beginning, lease, used.seal());
        window = fresh;
        published.accept(fresh);
        return fresh;
    }

    private void setLimit(WorkerWindow current, long now) {
        long lastTick = layout.tickOf(now + settings.borrowMillis());
        current.limit = isFar(current, now) ? WorkerWindow.SHUT : current.limitAfter(lastTick);
    }

    private boolean isFar(WorkerWindow current, long now) {
        return earlyMillis(current.cursorTick(), now) > settings.patienceMillis();
    }

    private void renewInTime(WorkerLease lease, long now) {
        long span = TimeUnit.SECONDS.toMillis(lease.endSecond() - lease.notBeforeSecond());
        long left = TimeUnit.SECONDS.toMillis(lease.endSecond()) - settings.borrowMillis() - now;
        if (left < Math.min(span / 4, RENEW_MILLIS_MAX)) {
            following.ask(Math.max(now / 1_000, lease.endSecond()));
        }
    }

    /** Without a beat the gate stays shut: each caller looks, or the time in ids would stand. */
    private void beat(WorkerWindow current) {
        if (!beating) {
            beating = settings.after(beatNanos, this::onBeat);
            current.limit = beating ? current.limit : WorkerWindow.SHUT;
        }
    }

    private void onBeat() {
        lock.lock();
        try {
            beating = false;
            if (closed || window == null) {
                return;
            }
            idleBeats = window.cursor() == cursorAtBeat ? idleBeats + 1 : 0;
            if (idleBeats < IDLE_BEATS) {
                cursorAtBeat = look().cursor();
            } else {
                idleBeats = 0;
                window.limit = WorkerWindow.SHUT;
            }
        } finally {
            lock.unlock();
        }
    }

    private TimeRefusedException refusal(WorkerWindow used, long tick) {
        return refusals.of(used, tick, now());
    }

    /** Ends issuing, then gives the leases back, newest first. */
    void close() {
        WorkerWindow last;
        long endTick;
        lock.lock();
        try {
            if (closed || window == null) {
                return;
            }
            closed = true;
            last = window;
            last.limit = WorkerWindow.SHUT;
            endTick = last.seal();
        } finally {
            lock.unlock();
        }
        try {
            following.close();
            leases.giveBack(last.lease, Math.floorDiv(layout.millisOf(endTick) + 999, 1_000));
        } finally {
            settings.refiller().generatorClosed();
        }
    }
}
