package io.mintmark.range;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whose threads look after generators: one that watches all of them, and a few that wait for stores.
 *
 * <p>Thread-safe. Replace it to use threads of your own, virtual ones for instance, or to keep a store that may hang apart:
 * a reservation holds a thread until its source answers or fails, and eight that hang hold up all others of the process; a
 * generator has three that hang at most.
 */
public interface Refiller {

    /** Runs {@code watching}, which is quick and never blocks, after {@code delayNanos}. */
    void after(long delayNanos, Runnable watching);

    /** Runs {@code asking}, which waits for a store that reserves or takes back, as soon as a thread is free. */
    void execute(Runnable asking);

    /** Returns the refiller that all generators of this process share: daemon threads, at most nine. */
    static Refiller shared() {
        return SharedRefiller.INSTANCE;
    }
}

/** One thread that watches, up to eight that wait; all daemons, all gone after half a minute without work. */
final class SharedRefiller implements Refiller {
    static final Refiller INSTANCE = new SharedRefiller();

    private static final int STORE_THREADS_MAX = 8;
    private static final long IDLE_SECONDS = 30;

    private final ScheduledThreadPoolExecutor watcher = new ScheduledThreadPoolExecutor(1, named("mintmark-refill"));
    private final ThreadPoolExecutor stores = new ThreadPoolExecutor(
            STORE_THREADS_MAX,
            STORE_THREADS_MAX,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            named("mintmark-reserve"));

    private SharedRefiller() {
        watcher.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        watcher.allowCoreThreadTimeOut(true);
        stores.allowCoreThreadTimeOut(true);
    }

    private static ThreadFactory named(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            // Nothing of the caller who happens to come first: no inheritable thread locals, no context class loader.
            Thread thread = new Thread(null, task, name + "-" + count.incrementAndGet(), 0, false);
            thread.setContextClassLoader(SharedRefiller.class.getClassLoader());
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the task reports its own failures
    public void after(long delayNanos, Runnable watching) {
        watcher.schedule(watching, delayNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void execute(Runnable reserving) {
        stores.execute(reserving);
    }
}
