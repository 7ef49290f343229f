package io.mintmark.hibernate.tenant;

import io.mintmark.internal.DaemonThreads;
import io.mintmark.internal.Ticker;
import io.mintmark.range.Refiller;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The states of all counters and tenants of one persistence unit, which lets those go that nobody drew from lately.
 *
 * <p>A state that is let go is closed: its generator gives unused numbers back where the counter takes them. The next
 * id of that tenant makes a new one. There are about as many as {@code most} at once: above it, those go first that
 * were used longest ago. A few daemon threads do this for all tenants, and end when no state is open. Thread-safe.
 */
public final class OpenTenants implements AutoCloseable {
    /** How long nobody draws from a state before it is let go, unless a setting says otherwise. */
    public static final Duration IDLE = Duration.ofMinutes(1);

    /** How many states there are at once, unless a setting says otherwise. */
    public static final int MOST = 10_000;

    /** Closing waits for a database most of the time. */
    private static final int THREADS = 8;

    private static final long THREAD_IDLE_MILLIS = 1_000;

    /** How often idle states are looked for within the idle time. */
    private static final int LOOKS_IN_IDLE = 4;

    /** The end of the unit waits no longer for numbers that go back; those that remain are gaps. */
    private static final long END_NANOS = 30_000_000_000L;

    private static final System.Logger LOG = System.getLogger(OpenTenants.class.getPackageName());

    private final long idleNanos;
    private final int most;
    private final Ticker ticker;
    private final List<TenantPool<?>> pools = new CopyOnWriteArrayList<>();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicLong everOpened = new AtomicLong();
    private final AtomicBoolean looks = new AtomicBoolean();
    private final AtomicBoolean bounds = new AtomicBoolean();
    private final Pending closing = new Pending();
    private final Refiller refiller = new TenantRefiller(Refiller.shared());
    private final ScheduledThreadPoolExecutor threads;
    private volatile boolean closed;

    /**
     * Creates a unit without any state.
     *
     * @param idle how long nobody draws from a state before it is let go
     * @param most about how many states there are at once
     */
    public OpenTenants(Duration idle, int most) {
        this(idle, most, Ticker.SYSTEM);
    }

    OpenTenants(Duration idle, int most, Ticker ticker) {
        this(idle, most, ticker, DaemonThreads.numbered(OpenTenants.class, "mintmark-tenants"));
    }

    OpenTenants(Duration idle, int most, Ticker ticker, ThreadFactory factory) {
        this.threads = new ScheduledThreadPoolExecutor(THREADS, factory);
        this.idleNanos = idle.toNanos();
        this.most = most;
        this.ticker = ticker;
        threads.setKeepAliveTime(THREAD_IDLE_MILLIS, TimeUnit.MILLISECONDS);
        threads.allowCoreThreadTimeOut(true);
        threads.setRemoveOnCancelPolicy(true);
    }

    /**
     * Returns the states of one counter, none of which is there yet.
     *
     * @param opener makes a tenant's state without waiting for anything
     * @param closer ends it, which may wait for the tenant's database
     */
    public <R> TenantPool<R> pool(Function<Tenant, R> opener, Consumer<R> closer) {
        TenantPool<R> pool = new TenantPool<>(this, opener, closer);
        pools.add(pool);
        return pool;
    }

    /** Returns how many states are open, one for each counter and tenant. */
    public int open() {
        return open.get();
    }

    /** Returns how many states were made since the unit started. */
    public long everOpened() {
        return everOpened.get();
    }

    /** Returns the threads that generators of tenants reserve with. */
    public Refiller refiller() {
        return refiller;
    }

    long now() {
        return ticker.nanos();
    }

    boolean isClosed() {
        return closed;
    }

    /** Notes a new state, and sees to it that somebody looks for idle ones. */
    void opened() {
        everOpened.incrementAndGet();
        if (open.incrementAndGet() > most) {
            plan(bounds, 0, this::keepBound);
        }
        planLook();
    }

    private void planLook() {
        plan(looks, Math.max(1, idleNanos / LOOKS_IN_IDLE), this::look);
    }

    /** Plans work unless it is planned already; where there is no thread for it, the next state plans it. */
    @SuppressWarnings("FutureReturnValueIgnored") // it throws nothing
    private void plan(AtomicBoolean planned, long nanos, Runnable work) {
        if (planned.compareAndSet(false, true)) {
            try {
                threads.schedule(work, nanos, TimeUnit.NANOSECONDS);
            } catch (Throwable refused) { // an Error too: there may be no thread
                planned.set(false);
            }
        }
    }

    private void look() {
        looks.set(false);
        letGoIdle();
        if (open.get() > 0 && !closed) {
            planLook();
        }
    }

    private void keepBound() {
        bounds.set(false);
        letGoAboveBound();
    }

    /** Lets each state go that nobody used for the idle time. */
    void letGoIdle() {
        long last = now() - idleNanos;
        pools.forEach(pool -> pool.collect(idle -> {
            if (idle.usedNanos() - last <= 0) {
                idle.pool().letGo(idle.tenant(), last);
            }
        }));
    }

    /** Lets the states go that were used longest ago, until a tenth of the bound is free. */
    synchronized void letGoAboveBound() {
        if (open.get() <= most) {
            return;
        }
        long now = now();
        List<TenantPool.Idle> all = new ArrayList<>();
        pools.forEach(pool -> pool.collect(all::add));
        all.sort(Comparator.comparingLong(idle -> idle.usedNanos() - now));
        int surplus = open.get() - (most - most / 10);
        all.stream().limit(Math.max(0, surplus)).forEach(idle -> idle.pool().letGo(idle.tenant(), now));
    }

    /**
     * Lets the states of {@code tenant} go, and waits until they are closed, for half a minute at most; false if one is
     * in use, or hangs. States of other tenants that hang do not matter.
     */
    public boolean letGo(String tenant) {
        pools.forEach(pool -> pool.letGo(tenant, now()));
        return closing.awaitNone(tenant, END_NANOS) && pools.stream().noneMatch(pool -> pool.has(tenant));
    }

    /** Closes a state of {@code tenant} that was let go, on a thread of ours, and once whatever that refuses. */
    void closeLater(String tenant, Runnable closer) {
        open.decrementAndGet();
        closing.begin(tenant);
        FutureTask<?> once = new FutureTask<>(() -> closeAndTell(tenant, closer), null);
        try {
            threads.execute(once);
        } catch (Throwable refused) { // an Error too: there may be no thread
            once.run();
        }
    }

    private void closeAndTell(String tenant, Runnable closer) {
        try {
            closer.run();
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.WARNING, "The state of a tenant did not close; its numbers are a gap.", e);
        } finally {
            closing.end(tenant);
        }
    }

    /** Waits until each state that was let go is closed, for a limited time; false if it was too short. */
    boolean awaitClosing() {
        return closing.awaitNone(END_NANOS);
    }

    /** Ends issuing for all tenants and gives unused numbers back, for half a minute at most; twice does nothing. */
    @Override
    public void close() {
        closed = true;
        pools.forEach(TenantPool::end);
        if (awaitClosing()) {
            threads.shutdownNow();
            return;
        }
        LOG.log(
                System.Logger.Level.WARNING,
                "The session factory closes before all numbers of its tenants went back: the rest may be gaps.");
    }
}
