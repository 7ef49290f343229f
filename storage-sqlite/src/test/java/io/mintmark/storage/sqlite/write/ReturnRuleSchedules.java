package io.mintmark.storage.sqlite.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.SideBySide;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.HistoryChecker;
import io.mintmark.testkit.ReturnSchedule;
import io.mintmark.testkit.ReturnSchedule.Forger;
import io.mintmark.testkit.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Searches for a schedule in which returns make the durable storage issue a number twice, and shows by a twin with
 * RavenDB's rule that the search would find one (promises G1 and G3).
 *
 * <p>Many schedules share a database, each with a counter of its own; they run side by side, so that groups form as they
 * do in a server. Half-way through all of them the database is closed, or left as a crash leaves it, and opened again.
 */
class ReturnRuleSchedules {
    private static final int SCHEDULES = Effort.of("return schedules (storage)", 200, 10_000);
    private static final int PER_DATABASE = 200;
    private static final int THREADS = 64;
    private static final int STEPS = 60;
    private static final long SEED = Seed.fresh("ReturnRuleSchedules on storage");

    @TempDir
    Path directory;

    @Test
    void shouldIssueNothingTwiceWhateverTheNetworkDoes() throws Exception {
        HistoryChecker history = new HistoryChecker();

        search("ours", StorageUnderReturns.Rule.OURS, history);

        history.requireNoDuplicates();
        assertThat(history.returnCount()).as("returns that were accepted").isPositive();
    }

    @Test
    void shouldFindTheDuplicatesOfRavenDbsRule() throws Exception {
        HistoryChecker history = new HistoryChecker();

        search("RavenDB's", StorageUnderReturns.Rule.RAVENDB, history);

        assertThat(history.duplicateCount())
                .as("a search that finds nothing here proves nothing there")
                .isPositive();
    }

    private void search(String name, StorageUnderReturns.Rule rule, HistoryChecker history) throws Exception {
        SplittableRandom seeds = new SplittableRandom(SEED);
        long begun = System.nanoTime();
        int bad = 0;
        try (SideBySide threads = new SideBySide(THREADS)) {
            for (int round = 0; round * PER_DATABASE < SCHEDULES; round++) {
                bad += round(directory.resolve(rule + "-" + round), rule, history, seeds.split(), threads);
            }
        }
        Duration duration = Duration.ofNanos(System.nanoTime() - begun);
        System.out.printf(
                "%s · %,d returns accepted · %,d bad schedules%n",
                history.report("return rule " + name + " on SQLite", SEED, duration, SCHEDULES)
                        .line(),
                history.returnCount(),
                bad);
    }

    private static int round(
            Path directory,
            StorageUnderReturns.Rule rule,
            HistoryChecker history,
            SplittableRandom random,
            SideBySide threads)
            throws Exception {
        try (StorageUnderReturns storage = StorageUnderReturns.open(directory, rule)) {
            List<ReturnSchedule> schedules = new ArrayList<>();
            for (int index = 0; index < PER_DATABASE; index++) {
                String scope = directory.getFileName() + "/" + index;
                // The twin needs no forger to fail: a retry is enough.
                Forger forger = rule == StorageUnderReturns.Rule.OURS ? Forger.PRESENT : Forger.ABSENT;
                schedules.add(ReturnSchedule.of(storage.counter(scope), history, scope, random.split())
                        .forger(forger));
            }
            threads.all(schedules, schedule -> schedule.run(STEPS));
            boolean inDoubt = random.nextBoolean();
            history.fault(inDoubt ? "crash" : "restart");
            storage.reopen(inDoubt);
            threads.all(schedules, schedule -> schedule.run(STEPS));
            threads.all(schedules, ReturnSchedule::finish);
            return (int) schedules.stream().filter(ReturnSchedule::sawDuplicate).count();
        }
    }
}
