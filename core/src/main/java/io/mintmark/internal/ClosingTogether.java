package io.mintmark.internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Closes several things at once, so that one that hangs or fails keeps no other one from closing. Stateless.
 *
 * <p>A failure goes to the handler of the thread's uncaught exceptions: nobody's shutdown fails for it.
 */
public final class ClosingTogether {
    private ClosingTogether() {}

    /**
     * Runs each of {@code closings} on a thread of its own and waits for all; an interrupt ends the wait and stays set.
     *
     * @param owner a class of the code that closes, whose class loader is the threads' context
     */
    public static void all(Class<?> owner, Collection<? extends Runnable> closings) {
        List<Thread> begun = new ArrayList<>();
        closings.forEach(closing -> begin(owner, closing, begun));
        try {
            for (Thread each : begun) {
                each.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void begin(Class<?> owner, Runnable closing, List<Thread> begun) {
        Thread thread = DaemonThreads.thread(owner, "mintmark-close", closing);
        try {
            thread.start();
            begun.add(thread);
        } catch (OutOfMemoryError noThread) {
            here(closing);
        }
    }

    private static void here(Runnable closing) {
        try {
            closing.run();
        } catch (RuntimeException | Error e) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }
}
