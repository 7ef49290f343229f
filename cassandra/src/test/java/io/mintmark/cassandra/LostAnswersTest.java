package io.mintmark.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import io.mintmark.testkit.HistoryChecker;
import io.mintmark.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Three processes with two callers each move one row, while a seed loses, delays and repeats their messages: no number
 * is issued twice. Twins that judge by the number alone must be caught.
 */
class LostAnswersTest {
    private static final int PROCESSES = 3;
    private static final int CALLERS = 2;
    private static final int CALLS = 40;
    private static final double FAULTS = 0.25;
    private static final int TWIN_SCHEDULES_MAX = 2_000;

    private int unanswered;
    private int lateOrTwice;
    private long issued;

    @Test
    void shouldIssueNoNumberTwiceWhateverBecomesOfMessages() {
        int schedules = Effort.of("schedules of lost, late and repeated requests", 2_000, 20_000, 200_000);
        SplittableRandom seeds = new SplittableRandom(Seed.fresh("lost answers"));

        for (int i = 0; i < schedules; i++) {
            run(seeds.nextLong(), SimulatedStore::row).requireNoDuplicates();
        }

        System.out.printf(
                "[schedules] %,d with %,d numbers issued: %,d answers lost, %,d requests done late or twice, 0 numbers"
                        + " twice%n",
                schedules, issued, unanswered, lateOrTwice);
        assertThat(unanswered).isGreaterThan(schedules);
        assertThat(lateOrTwice).isGreaterThan(schedules);
    }

    /** The twin: a request is taken for done where the row has the number that it asked for. */
    @Test
    void shouldCatchAProcessThatResolvesByTheNumber() {
        requireCaught("a process that resolves by the number", SimulatedStore::rowThatResolvesByNumber);
    }

    /** The twin: a late request matches again once the number came back. */
    @Test
    void shouldCatchARequestThatComparesTheNumber() {
        requireCaught("a request that compares the number", SimulatedStore::rowThatComparesNumbers);
    }

    private void requireCaught(String what, Function<SimulatedStore, CounterRow> twin) {
        SplittableRandom seeds = new SplittableRandom(Seed.fresh(what));
        for (int i = 1; i <= TWIN_SCHEDULES_MAX; i++) {
            if (run(seeds.nextLong(), twin).duplicateCount() > 0) {
                System.out.printf("[twin] %s: numbers twice in schedule %,d%n", what, i);
                return;
            }
        }
        throw new AssertionError(what + " was not caught in " + TWIN_SCHEDULES_MAX + " schedules");
    }

    private HistoryChecker run(long seed, Function<SimulatedStore, CounterRow> row) {
        SplittableRandom random = new SplittableRandom(seed);
        HistoryChecker history = new HistoryChecker();
        SimulatedStore store = new SimulatedStore(random.split(), FAULTS);
        List<SimulatedProcess> processes = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(new SimulatedProcess(store, row.apply(store), history, random.split(), CALLS));
        }
        for (SimulatedProcess each : processes) {
            for (int caller = 0; caller < CALLERS; caller++) {
                each.call();
            }
        }
        while (store.step()) {}
        int failed = processes.stream().mapToInt(SimulatedProcess::failed).sum();
        assertThat(failed).as("failed of %d calls", PROCESSES * CALLS).isLessThan(PROCESSES * CALLS / 2);
        unanswered += store.unanswered();
        lateOrTwice += store.lateOrTwice();
        issued += history.issuedCount();
        return history;
    }
}
