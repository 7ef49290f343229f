package io.mintmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;

/**
 * Many threads at once: 4,096 virtual ones where the JVM has them, 256 of the platform's before Java 21.
 *
 * <p>All wait for the last one before the first begins; otherwise a few that come one after the other would do for many.
 */
public final class Crowd {
    private static final boolean VIRTUAL = Runtime.version().feature() >= 21;

    /** How many threads there are. */
    public static final int SIZE = VIRTUAL ? 4_096 : 256;

    private Crowd() {}

    /** Says how many threads there are, and of which kind. */
    public static String name() {
        return VIRTUAL
                ? String.format(Locale.ROOT, "%,d virtual threads", SIZE)
                : SIZE + " platform threads (4,096 virtual ones from Java 21 on)";
    }

    /**
     * Runs {@code member} in every thread, with that thread's number from 0; returns when all have ended.
     *
     * @throws AssertionError if one of them failed, with the first failure as its cause
     */
    public static void run(IntConsumer member) throws InterruptedException, ReflectiveOperationException {
        CountDownLatch present = new CountDownLatch(SIZE);
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>(SIZE);
        for (int i = 0; i < SIZE; i++) {
            int number = i;
            threads.add(started(() -> {
                try {
                    present.countDown();
                    present.await();
                    member.accept(number);
                } catch (Throwable failure) {
                    failures.add(failure);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (!failures.isEmpty()) {
            throw new AssertionError(failures.size() + " of " + name() + " failed", failures.peek());
        }
    }

    /** By reflection, because the tests are compiled for Java 17. */
    private static Thread started(Runnable task) throws ReflectiveOperationException {
        if (VIRTUAL) {
            return (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
        }
        Thread thread = new Thread(task, "crowd");
        thread.start();
        return thread;
    }
}
