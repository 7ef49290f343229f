package io.mintmark.uuid;

import io.mintmark.internal.DaemonThreads;
import io.mintmark.internal.Ticker;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Reads the clock for all callers while ids are wanted fast, because reading it costs more than all the rest of an id.
 *
 * <p>Callers that read the clock themselves say so by {@link #readByCaller}. When {@value #CALLERS_MIN} of them did
 * within a millisecond, one daemon thread begins to read it about twice a millisecond, and {@link #isTicking} tells
 * callers that they need not. The thread ends when for {@value #QUIET_TICKS} ticks hardly anybody has claimed anything.
 * So an idle generator has no thread and is always exact; a busy one is late by about half a millisecond, or as long as
 * the machine lets the thread wait. Correctness never depends on it: the word only grows.
 */
final class CachedClock {
    /** The clock of this machine. */
    static final InstantSource SYSTEM = Ticker.wallClock();

    /** Starts a daemon thread that has nothing of the caller that happens to come first. */
    static final Executor THREAD = task ->
            DaemonThreads.thread(CachedClock.class, "mintmark-uuid-clock", task).start();

    /** Returns {@code clock}; refuses here what would else fail at the first id. */
    static InstantSource required(@Nullable InstantSource clock) {
        if (clock == null) {
            throw new IllegalArgumentException("ids are made by a clock: clock=null; pass InstantSource.system()");
        }
        return clock;
    }

    private static final int CALLERS_MIN = 32;
    private static final int QUIET_TICKS = 8;
    private static final long BUSY_CLAIMS = 16;
    private static final long TICK_NANOS = 500_000;

    private final TimeWord word;
    private final Runnable look;
    private final Executor threads;
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile boolean ticking;

    /** A hint that threads may overwrite for each other: then the thread starts a little later. */
    private long callersMillis;

    private int callers;

    CachedClock(TimeWord word, Runnable look, Executor threads) {
        this.word = word;
        this.look = look;
        this.threads = threads;
    }

    boolean isTicking() {
        return ticking;
    }

    /** A caller has read the clock; {@code millis} is the time of its claim. */
    void readByCaller(long millis) {
        if (millis != callersMillis) {
            callersMillis = millis;
            callers = 0;
        }
        callers++;
        if (callers == CALLERS_MIN && started.compareAndSet(false, true)) {
            start();
        }
    }

    private void start() {
        try {
            threads.execute(this::tick);
        } catch (RuntimeException | OutOfMemoryError e) {
            // There is no thread: callers go on reading the clock, and nobody tries again.
            ticking = false;
        }
    }

    private void tick() {
        try {
            int quiet = 0;
            while (quiet < QUIET_TICKS) {
                look.run();
                ticking = true;
                long before = word.get();
                LockSupport.parkNanos(TICK_NANOS);
                quiet = word.get() - before < BUSY_CLAIMS ? quiet + 1 : 0;
            }
        } finally {
            ticking = false;
            started.set(false);
        }
    }
}
