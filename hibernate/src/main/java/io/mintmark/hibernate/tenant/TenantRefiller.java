package io.mintmark.hibernate.tenant;

import io.mintmark.internal.DaemonThreads;
import io.mintmark.internal.ElasticThreads;
import io.mintmark.range.Refiller;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads for the generators of many tenants. The more there are, the more seldom each is looked at, so that all looks
 * together take a bounded part of the thread that looks; a caller that needs a range earlier asks for it.
 *
 * <p>The threads that wait for databases are the unit's own: tenants whose databases hang hold up neither the others
 * nor the rest of the process. Thread-safe.
 */
final class TenantRefiller implements Refiller {
    /** As many generators are looked at as often as a single one is. */
    private static final int FEW = 100;

    /** About as many as an application has callers: databases of many tenants may hang at once. */
    private static final int STORE_THREADS_MAX = 256;

    private static final Duration IDLE = Duration.ofSeconds(1);

    private final Refiller threads;
    private final Executor stores = ElasticThreads.upTo(
            STORE_THREADS_MAX, IDLE, DaemonThreads.numbered(TenantRefiller.class, "mintmark-tenant-reserve"));
    private final AtomicInteger generators = new AtomicInteger();

    /** Takes the threads that look at generators. */
    TenantRefiller(Refiller threads) {
        this.threads = threads;
    }

    @Override
    public void after(long delayNanos, Runnable watching) {
        threads.after(delayNanos * Math.max(1, generators.get() / FEW), watching);
    }

    @Override
    public void execute(Runnable asking) {
        stores.execute(asking);
    }

    @Override
    public void generatorOpened() {
        generators.incrementAndGet();
        threads.generatorOpened();
    }

    @Override
    public void generatorClosed() {
        generators.decrementAndGet();
        threads.generatorClosed();
    }
}
