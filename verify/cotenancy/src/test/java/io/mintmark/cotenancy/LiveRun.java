package io.mintmark.cotenancy;

import io.mintmark.testkit.HistoryChecker;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * Programs that count with one counter: first all at once, from several threads each, then one after the other in random
 * order. Every number that any of them issues is remembered.
 */
final class LiveRun {
    private static final int THREADS_EACH = 2;
    private static final int BURST_MAX = 25;
    private static final long PAUSE_MAX_NANOS = 200_000;
    private static final String SCOPE = "shared";

    private final List<? extends Tenant> tenants;
    private final long seed;
    private final HistoryChecker history = new HistoryChecker();

    /**
     * What a run saw.
     *
     * @param ids numbers issued, duplicates included
     * @param duplicates those of them that had been issued before
     */
    record Outcome(long reservations, long ids, long duplicates, String firstDuplicates) {}

    LiveRun(List<? extends Tenant> tenants, long seed) {
        this.tenants = tenants;
        this.seed = seed;
    }

    /** Runs until about {@code ids} numbers are issued, half of them by all programs at once. */
    Outcome run(long ids) {
        SplittableRandom random = new SplittableRandom(seed);
        atOnce(ids / 2, random);
        oneByOne(ids / 2, random);
        return outcome();
    }

    private void atOnce(long ids, SplittableRandom random) {
        int threads = THREADS_EACH * tenants.size();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Callable<Void>> work = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                Tenant tenant = tenants.get(thread % tenants.size());
                SplittableRandom pauses = random.split();
                work.add(() -> {
                    start.await();
                    issue(tenant, ids / threads, pauses);
                    return null;
                });
            }
            for (Future<Void> done : pool.invokeAll(work)) {
                done.get();
            }
        } catch (ExecutionException e) {
            throw new AssertionError("a program failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } finally {
            pool.shutdownNow();
        }
    }

    private void issue(Tenant tenant, long ids, SplittableRandom pauses) {
        for (long issued = 0; issued < ids; ) {
            issued += tenant.issue(this::note);
            if (pauses.nextInt(BURST_MAX) == 0) {
                LockSupport.parkNanos(pauses.nextLong(PAUSE_MAX_NANOS));
            }
        }
    }

    private void oneByOne(long ids, SplittableRandom random) {
        for (long issued = 0; issued < ids; ) {
            Tenant next = tenants.get(random.nextInt(tenants.size()));
            long turn = issued + random.nextInt(1, BURST_MAX);
            while (issued < turn) {
                issued += next.issue(this::note);
            }
        }
    }

    private void note(long number) {
        history.issued(SCOPE, number);
    }

    private Outcome outcome() {
        long reservations = tenants.stream().mapToLong(Tenant::reservations).sum();
        return new Outcome(
                reservations,
                history.issuedCount(),
                history.duplicateCount(),
                history.firstDuplicates().toString());
    }
}
