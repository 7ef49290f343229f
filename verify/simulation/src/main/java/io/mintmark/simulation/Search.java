package io.mintmark.simulation;

import io.mintmark.simulation.plan.Settings;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Many runs, each on one thread, several side by side. */
final class Search {
    private final List<Outcome> outcomes;
    private final long nanos;

    private Search(List<Outcome> outcomes, long nanos) {
        this.outcomes = outcomes;
        this.nanos = nanos;
    }

    /** Lives through all of them, and reports progress now and then. */
    static Search of(List<Settings> all, int threads, PrintStream progress) {
        long begun = System.nanoTime();
        AtomicInteger done = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Outcome>> runs = new ArrayList<>();
            for (Settings settings : all) {
                runs.add(pool.submit(() -> {
                    Outcome outcome = Run.of(settings, null);
                    report(progress, done.incrementAndGet(), all.size(), System.nanoTime() - begun);
                    return outcome;
                }));
            }
            List<Outcome> outcomes = new ArrayList<>();
            for (Future<Outcome> run : runs) {
                outcomes.add(run.get());
            }
            return new Search(outcomes, System.nanoTime() - begun);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a run failed of itself", e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    private static void report(PrintStream progress, int done, int all, long nanos) {
        if (done % Math.max(1, all / 20) == 0) {
            progress.printf(
                    Locale.ROOT, "%d of %d seeds after %d s%n", done, all, TimeUnit.NANOSECONDS.toSeconds(nanos));
        }
    }

    List<Outcome> outcomes() {
        return outcomes;
    }

    long nanos() {
        return nanos;
    }

    List<Outcome> broken() {
        return outcomes.stream()
                .filter(each -> each.violation().isPresent())
                .sorted(Comparator.comparingLong(Outcome::events))
                .toList();
    }
}
