package io.mintmark.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/** Threads that begin at once. */
final class ManyThreads {
    static final int THREADS = 64;

    private ManyThreads() {}

    /** Runs {@code work} in {@link #THREADS} threads, told which one it is; fails if one of them does. */
    static void run(IntConsumer work) {
        CountDownLatch start = new CountDownLatch(1);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            Thread started = new Thread(() -> {
                try {
                    start.await();
                    work.accept(thread);
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            });
            started.start();
            threads.add(started);
        }
        start.countDown();
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError("interrupted while " + THREADS + " threads reserve", e);
            }
        }
        Throwable first = failure.get();
        if (first != null) {
            throw new AssertionError("a thread failed: " + first, first);
        }
    }
}
