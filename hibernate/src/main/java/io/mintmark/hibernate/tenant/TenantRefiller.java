package io.mintmark.hibernate.tenant;

import io.mintmark.range.Refiller;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads for the generators of many tenants. The more there are, the more seldom each is looked at, so that all looks
 * together take a bounded part of the thread that looks; a caller that needs a range earlier asks for it. Thread-safe.
 */
final class TenantRefiller implements Refiller {
    /** As many generators are looked at as often as a single one is. */
    private static final int FEW = 100;

    private final Refiller threads;
    private final AtomicInteger generators = new AtomicInteger();

    TenantRefiller(Refiller threads) {
        this.threads = threads;
    }

    @Override
    public void after(long delayNanos, Runnable watching) {
        threads.after(delayNanos * Math.max(1, generators.get() / FEW), watching);
    }

    @Override
    public void execute(Runnable asking) {
        threads.execute(asking);
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
