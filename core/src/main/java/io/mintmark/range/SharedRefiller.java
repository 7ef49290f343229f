package io.mintmark.range;

import io.mintmark.internal.DaemonThreads;
import io.mintmark.internal.ElasticThreads;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One thread that watches, up to 64 that wait, as many as wait at once; all daemons.
 *
 * <p>They end with the last generator, as soon as they have done what they were given, so that a program which closed
 * everything has no thread of ours that holds up its end or its redeployment. Generators that nobody closes have none
 * after half a minute without work. Later ones get new threads. Thread-safe.
 */
final class SharedRefiller implements Refiller {
    static final Refiller INSTANCE = new SharedRefiller();

    private static final int STORE_THREADS_MAX = 64;
    private static final long IDLE_SECONDS = 30;

    private final ReentrantLock lock = new ReentrantLock();
    private int generators;
    private @Nullable Threads threads;

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the task reports its own failures
    public void after(long delayNanos, Runnable watching) {
        lock.lock();
        try {
            threads().watcher.schedule(watching, delayNanos, TimeUnit.NANOSECONDS);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void execute(Runnable reserving) {
        lock.lock();
        try {
            threads().stores.execute(reserving);
        } finally {
            lock.unlock();
        }
    }

    private Threads threads() {
        Threads present = threads;
        if (present == null) {
            present = new Threads();
            threads = present;
        }
        return present;
    }

    @Override
    public void generatorOpened() {
        lock.lock();
        try {
            generators++;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void generatorClosed() {
        lock.lock();
        try {
            generators = Math.max(0, generators - 1);
            if (generators == 0 && threads != null) {
                threads.endWhenDone();
                threads = null;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Threads of some generators, from the first that is opened to the last that is closed. */
    private static final class Threads {
        private final ScheduledThreadPoolExecutor watcher =
                new ScheduledThreadPoolExecutor(1, DaemonThreads.numbered(SharedRefiller.class, "mintmark-refill"));
        private final ThreadPoolExecutor stores = ElasticThreads.upTo(
                STORE_THREADS_MAX,
                Duration.ofSeconds(IDLE_SECONDS),
                DaemonThreads.numbered(SharedRefiller.class, "mintmark-reserve"));

        Threads() {
            watcher.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
            watcher.allowCoreThreadTimeOut(true);
        }

        /** Nothing that was handed over is dropped: it may be of a generator that said nothing when it was opened. */
        void endWhenDone() {
            watcher.shutdown();
            stores.shutdown();
        }
    }
}
