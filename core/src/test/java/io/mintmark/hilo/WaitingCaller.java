package io.mintmark.hilo;

import static io.mintmark.hilo.Awaiting.awaitThat;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A caller in a thread of its own, and what came of its call. */
final class WaitingCaller {
    private final Thread thread;
    private volatile long number = -1;
    private volatile @Nullable RuntimeException failure;
    private volatile boolean interruptedAfterwards;

    private WaitingCaller(LongSupplier call) {
        thread = new Thread(() -> {
            try {
                number = call.getAsLong();
            } catch (RuntimeException e) {
                failure = e;
            }
            interruptedAfterwards = Thread.currentThread().isInterrupted();
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** Starts a caller. */
    static WaitingCaller unawaited(LongSupplier call) {
        return new WaitingCaller(call);
    }

    /** Starts a caller, and returns when it waits for a time. */
    static WaitingCaller waiting(LongSupplier call) {
        WaitingCaller caller = new WaitingCaller(call);
        awaitThat(() -> caller.thread.getState() == Thread.State.TIMED_WAITING);
        return caller;
    }

    /** Starts a caller, and returns when it waits or has ended; it waited in the first case. */
    static WaitingCaller started(LongSupplier call) {
        WaitingCaller caller = new WaitingCaller(call);
        awaitThat(() -> caller.thread.getState() == Thread.State.TIMED_WAITING || !caller.thread.isAlive());
        return caller;
    }

    boolean hasEnded() {
        return !thread.isAlive();
    }

    void interrupt() {
        thread.interrupt();
    }

    /** Returns its number, or -1 if it was refused. */
    long number() {
        awaitEnd();
        return number;
    }

    @Nullable RuntimeException failure() {
        awaitEnd();
        return failure;
    }

    boolean wasInterruptedAfterwards() {
        awaitEnd();
        return interruptedAfterwards;
    }

    private void awaitEnd() {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError("the test's time is over, and a caller still waits", e);
        }
    }
}
