package io.mintmark.client.hilo;

import io.mintmark.client.cluster.Cluster;
import io.mintmark.client.cluster.ClusterSettings;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import io.mintmark.range.RangeUnavailableException;
import io.mintmark.testkit.HistoryChecker;
import io.mintmark.testkit.fault.FaultPlan;
import io.mintmark.testkit.fault.FaultProxy;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * Many threads that open generators over remote counters, draw some numbers and close them again, or forget them, while a
 * proxy breaks what passes; whatever they draw is remembered.
 */
final class FaultRun {
    private static final int THREADS = 8;
    private static final String[] TAGS = {"orders", "users", "invoices"};
    private static final double FORGOTTEN = 0.05;
    private static final int FAILURES_MAX = 3;

    private final HistoryChecker history;
    private final FaultProxy proxy;
    private final UnaryOperator<HiLoExchange> habit;
    private final AtomicLong unavailable = new AtomicLong();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /** Prepares a run of our clients. */
    FaultRun(HistoryChecker history, FaultProxy proxy) {
        this(history, proxy, ours -> ours);
    }

    /** Prepares a run of clients whose messages {@code habit} changes. */
    FaultRun(HistoryChecker history, FaultProxy proxy, UnaryOperator<HiLoExchange> habit) {
        this.history = history;
        this.proxy = proxy;
        this.habit = habit;
    }

    /** Starts a proxy by {@code plan} whose faults {@code history} counts. */
    static FaultProxy proxy(URI server, FaultPlan plan, HistoryChecker history) {
        return FaultProxy.before(server, plan, fault -> history.fault(fault.label()));
    }

    /** Goes on until {@code enough}, then lets the network heal and requires that each counter yields a number again. */
    void run(long seed, BooleanSupplier enough) throws InterruptedException {
        SplittableRandom seeds = new SplittableRandom(seed);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            SplittableRandom random = seeds.split();
            Thread thread = new Thread(() -> work(random, enough));
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new AssertionError("a thread failed", failure.get());
        }
        proxy.follow(FaultPlan.calm());
        drawFromEachOnceMore();
    }

    /** Returns how often a caller got an exception for a number. */
    long unavailable() {
        return unavailable.get();
    }

    private void work(SplittableRandom random, BooleanSupplier enough) {
        try (Cluster cluster = cluster()) {
            while (!enough.getAsBoolean() && failure.get() == null) {
                openDrawAndClose(cluster, random);
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
        }
    }

    private Cluster cluster() {
        return Cluster.of(ClusterSettings.builder(List.of(proxy.url()))
                .database(RangeServer.DATABASE)
                .fixedNodes()
                .attemptTimeout(Duration.ofSeconds(2))
                .deadline(Duration.ofSeconds(5))
                .retryBudget(0.5, 100)
                .build());
    }

    /** Sizes and counts are multiples of 32 often, so that new ranges end where old ones did. */
    private void openDrawAndClose(Cluster cluster, SplittableRandom random) {
        String tag = TAGS[random.nextInt(TAGS.length)];
        StrictHiLo numbers = generator(cluster, tag, 32L * random.nextInt(1, 5));
        draw(numbers, tag, random.nextBoolean() ? 32 * random.nextInt(1, 4) : random.nextInt(1, 100));
        if (random.nextDouble() >= FORGOTTEN) {
            numbers.close();
        }
    }

    private StrictHiLo generator(Cluster cluster, String tag, long rangeSize) {
        HiLoExchange exchange = habit.apply(new HttpHiLoExchange(cluster, tag, Optional.empty()));
        RemoteCounter ranges = new RemoteCounter(exchange, RangeRequestSize.byGenerator(), tag, cluster.olderCopies());
        return HiLo.over(ranges)
                .name(tag)
                .rangeSize(rangeSize)
                .rangeSizeMax(rangeSize)
                .deadline(Duration.ofSeconds(10))
                .listener(remembering(tag))
                .strict();
    }

    private RangeListener remembering(String tag) {
        return new RangeListener() {
            @Override
            public void reserved(Range range, Duration latency) {
                history.reserved(tag, range.low(), range.high());
            }

            @Override
            public void returned(Range range, long lastIssued, long count) {
                history.givenBack(tag, lastIssued, lastIssued + count);
            }
        };
    }

    private void draw(StrictHiLo numbers, String tag, int count) {
        int failures = 0;
        for (int i = 0; i < count && failures < FAILURES_MAX; i++) {
            try {
                history.issued(tag, numbers.next());
            } catch (RangeUnavailableException e) {
                unavailable.incrementAndGet();
                failures++;
            }
        }
    }

    private void drawFromEachOnceMore() {
        try (Cluster cluster = cluster()) {
            for (String tag : TAGS) {
                try (StrictHiLo numbers = generator(cluster, tag, 32)) {
                    history.issued(tag, numbers.next());
                }
            }
        }
    }
}
