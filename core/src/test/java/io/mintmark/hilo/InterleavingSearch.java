package io.mintmark.hilo;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.mintmark.counter.Reservation;
import io.mintmark.hilo.supply.SearchedRooms;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.Range;
import java.time.Duration;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuarantee;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * Searches the interleavings of a few calls for one that no order of those calls explains, and says how many it saw.
 *
 * <p>Scenarios and interleavings are drawn with fixed seeds: every run of one form searches the same. The system property
 * {@code mintmark.scenarios} sets another number of scenarios for each search.
 *
 * <p>Threads are not switched everywhere. A source's verbs are atomic, as its contract says. Steps are left out that no other
 * thread can see, or that only decide how long ranges are, and here all are of one size: the books, the watch's clock,
 * immutable values, the planner, what a look notes, listeners, the end's announcements, and the owner that a lock notes. All
 * that the generator shares, its lock, latches, cursors and links, is searched. Searches of other packages add what is such
 * of theirs.
 */
public final class InterleavingSearch {
    private static final boolean PROOF = "proof".equals(System.getProperty("mintmark.effort"));

    /** Scenarios of the quick form: twice as many as may be needed to find any of the broken twins. */
    private static final int QUICK_SCENARIOS = 10;

    private static final int QUICK_INTERLEAVINGS = 200;

    /** A search's share: eight searches make 200 scenarios of the long form. */
    private static final int SCENARIOS = Integer.getInteger("mintmark.scenarios", PROOF ? 25 : QUICK_SCENARIOS);

    private static final int INTERLEAVINGS = PROOF ? 10_000 : QUICK_INTERLEAVINGS;
    private static final int THREADS = 3;
    private static final int CALLS = 3;

    private InterleavingSearch() {}

    /** Searches for what must not be there, and prints how much of it was searched. */
    public static void mustHold(
            String what, Class<?> subject, Class<?> specification, ManagedStrategyGuarantee... more) {
        long start = System.nanoTime();
        CountedInterleavings.reset();
        options(SCENARIOS, INTERLEAVINGS, THREADS, CALLS, more)
                .sequentialSpecification(specification)
                .check(subject);
        System.out.printf(
                "[lincheck] %s: %s, %d threads × 1 to %d calls, 0 failures, %.1f s%s%n",
                what,
                CountedInterleavings.summary(INTERLEAVINGS),
                THREADS,
                CALLS,
                (System.nanoTime() - start) / 1e9,
                PROOF ? "" : "; more with `mvn verify -Pproof`");
    }

    /**
     * Requires of a broken twin that it is right when alone, and that half of the quick form's search finds what is wrong
     * otherwise: what a build searches is enough to find such mistakes, with room to spare.
     */
    public static void mustFail(Class<?> twin, Class<?> specification, ManagedStrategyGuarantee... more) {
        options(20, 10, 1, 2 * CALLS, more)
                .sequentialSpecification(specification)
                .check(twin);

        CountedInterleavings.reset();
        assertThatThrownBy(() -> options(QUICK_SCENARIOS / 2, QUICK_INTERLEAVINGS, THREADS, CALLS, more)
                        .sequentialSpecification(specification)
                        .check(twin))
                .as("half of the quick search finds what is wrong with %s", twin.getSimpleName())
                .isInstanceOf(LincheckAssertionError.class)
                .satisfies(found -> System.out.printf(
                        "[lincheck] broken twin %s fails after %,d interleavings of at most %,d: %s%n",
                        twin.getSimpleName(),
                        CountedInterleavings.total(),
                        QUICK_SCENARIOS / 2 * QUICK_INTERLEAVINGS,
                        String.valueOf(found.getMessage())
                                .strip()
                                .lines()
                                .findFirst()
                                .orElse("")));
    }

    static ModelCheckingOptions options(
            int scenarios, int interleavings, int threads, int calls, ManagedStrategyGuarantee... more) {
        ModelCheckingOptions options = new ModelCheckingOptions()
                .iterations(scenarios)
                .invocationsPerIteration(interleavings)
                .threads(threads)
                .actorsPerThread(calls)
                .actorsBefore(CALLS)
                .actorsAfter(1)
                .minimizeFailedScenario(false)
                .executionGenerator(DistinctScenarios.class)
                .verifier(CountedInterleavings.class);
        for (ManagedStrategyGuarantee guarantee : guarantees()) {
            options.addGuarantee(guarantee);
        }
        for (ManagedStrategyGuarantee guarantee : more) {
            options.addGuarantee(guarantee);
        }
        return options;
    }

    private static ManagedStrategyGuarantee[] guarantees() {
        String lock = "java.util.concurrent.locks.ReentrantLock";
        String latch = "java.util.concurrent.CountDownLatch";
        return new ManagedStrategyGuarantee[] {
            atomic(InMemoryRanges.class),
            forClasses(lock + ".Sync", lock + ".NonfairSync")
                    .methods("initialTryLock", "tryAcquire", "tryLock")
                    .treatAsAtomic(),
            forClasses(lock + ".Sync", lock + ".NonfairSync")
                    .methods("tryRelease")
                    .ignore(),
            forClasses(latch + ".Sync")
                    .methods("tryAcquireShared", "tryReleaseShared")
                    .treatAsAtomic(),
            forClasses(latch, latch + ".Sync").methods("<init>").ignore(),
            ignored(Books.class, Range.class, Reservation.class, Duration.class, Math.class),
            ignored(SearchedRooms.quiet()),
            forClasses(SearchedRooms.prefetcher().getName())
                    .methods("isAwake", "beginWatch", "beginMean", "watch", "isIdle", "mayPrefetch", "sleep")
                    .ignore(),
            forClasses(WatchWhenTold.class.getName())
                    .methods("after", "nanos", "takeDue")
                    .ignore()
        };
    }

    /** Threads are not switched in these: no other thread can see what they do. */
    public static ManagedStrategyGuarantee ignored(Class<?>... classes) {
        return forClasses(names(classes)).allMethods().ignore();
    }

    /** Each call of these is one step: they are thread-safe by their own proof. */
    public static ManagedStrategyGuarantee atomic(Class<?>... classes) {
        return forClasses(names(classes)).allMethods().treatAsAtomic();
    }

    private static String[] names(Class<?>... classes) {
        String[] names = new String[classes.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = classes[i].getName();
        }
        return names;
    }
}
