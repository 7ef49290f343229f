package io.mintmark.jdbc.internal.connection;

import io.mintmark.internal.Ticker;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * How far a call has come, and its end when nobody waits for it any longer.
 *
 * <p>A thread that waits for a connection or pauses is interrupted. One that works with a connection is not: an
 * interrupt inside an embedded database (H2) closes its file for everybody. Its connection is aborted instead, as long
 * as it is this call's: a connection that went back belongs to somebody else. Thread-safe.
 */
final class CallProgress {

    /** Where a call is. */
    enum Phase {
        QUEUED,
        PAUSING,
        CONNECTING,
        CONNECTED,
        DISCONNECTING,
        ENDED
    }

    /** Shortest time until the next look while no limit is near. */
    private static final long LOOK_NANOS = 10_000_000;

    private final CallLimits limits;
    private final Ticker ticker;
    private final long start;
    private final ReentrantLock lock = new ReentrantLock();

    /** Written under the lock. */
    private volatile boolean givenUp;

    // Guarded by the lock.
    private Phase phase = Phase.QUEUED;
    private @Nullable Thread worker;
    private @Nullable Connection connection;
    private long connectingSince;
    private long connectingBefore;

    CallProgress(CallLimits limits, Ticker ticker) {
        this.limits = limits;
        this.ticker = ticker;
        this.start = ticker.nanos();
    }

    CallLimits limits() {
        return limits;
    }

    /** Notes that this thread works on the call from now on. */
    void begin() {
        enter(Phase.PAUSING, () -> worker = Thread.currentThread());
    }

    /** Notes that a connection is asked for. */
    void connecting() {
        enter(Phase.CONNECTING, () -> connectingSince = ticker.nanos());
    }

    /** Notes that a connection came. */
    void connected(Connection came) {
        enter(Phase.CONNECTED, () -> {
            connectingBefore += ticker.nanos() - connectingSince;
            connection = came;
        });
    }

    /**
     * Enters a phase, unless the caller gave up: then an interrupt is taken back, so that it disturbs nothing that
     * follows.
     */
    private void enter(Phase next, Runnable noting) {
        lock.lock();
        try {
            if (givenUp) {
                Thread.interrupted();
                throw new CancellationException("the caller gave up");
            }
            phase = next;
            noting.run();
        } finally {
            lock.unlock();
        }
    }

    /** Notes that the connection goes back; from now on it is not aborted. */
    void disconnecting() {
        leaveFor(Phase.DISCONNECTING);
    }

    /** Notes that no connection is held. */
    void disconnected() {
        leaveFor(Phase.PAUSING);
    }

    /** Notes that the work is done, or failed. */
    void end() {
        leaveFor(Phase.ENDED);
        Thread.interrupted();
    }

    private void leaveFor(Phase next) {
        lock.lock();
        try {
            phase = next;
            connection = null;
            if (next == Phase.ENDED) {
                worker = null;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns how long the caller may wait before it looks again; 0 or less if a limit has passed. */
    long nanosLeft() {
        lock.lock();
        try {
            long now = ticker.nanos();
            long connecting = connectingBefore + (phase == Phase.CONNECTING ? now - connectingSince : 0);
            long left = limits.call() - (now - start);
            long connectingLeft = limits.connecting() - connecting;
            return Math.min(left, phase == Phase.CONNECTING ? connectingLeft : Math.max(connectingLeft, LOOK_NANOS));
        } finally {
            lock.unlock();
        }
    }

    /** Ends the call and returns where it was. */
    Phase giveUp() {
        lock.lock();
        try {
            givenUp = true;
            if (worker != null && (phase == Phase.PAUSING || phase == Phase.CONNECTING)) {
                worker.interrupt();
            } else if (phase == Phase.CONNECTED) {
                // A driver may open another connection to end one, which takes its time.
                WorkerThreads.thread(this::abort).start();
            }
            return phase;
        } finally {
            lock.unlock();
        }
    }

    /** Ends a call that should have ended long ago, and whose caller was interrupted: another one waits behind it. */
    void giveUpIfLate() {
        if (!givenUp && ticker.nanos() - start >= limits.call()) {
            Phase ignored = giveUp();
        }
    }

    private void abort() {
        lock.lock();
        try {
            if (connection != null) {
                connection.abort(Runnable::run);
            }
        } catch (SQLException | RuntimeException | LinkageError e) {
            // A driver or a pool that cannot: the work ends by itself, and nobody sees its result.
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends the call if that harms nobody, and returns where it was: a connection at work ends by itself, or is ended by
     * the next caller that waits too long.
     */
    Phase giveUpGently() {
        lock.lock();
        try {
            return phase == Phase.CONNECTED || phase == Phase.DISCONNECTING ? phase : giveUp();
        } finally {
            lock.unlock();
        }
    }
}
