package io.mintmark.storage.sqlite;

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
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Searches for a schedule in which a return of a dropped database makes its successor on the durable storage issue a
 * number twice, and shows by a twin that the search would find one (promises G1 and G3).
 *
 * <p>Many schedules share a database, each with a counter of its own. Between their steps the database is dropped and
 * created again, and the engine is closed, or left as a crash leaves it, and opened again.
 */
class ReturnsOverLivesSchedules {
    private static final int SCHEDULES = Effort.of("return schedules over lives (storage)", 400, 10_000);
    private static final int PER_DATABASE = 200;
    private static final int LIVES = 15;
    private static final int STEPS_MAX = 8;
    private static final int THREADS = 64;
    private static final double REOPENED = 0.2;
    private static final long SEED = Seed.fresh("ReturnsOverLivesSchedules on storage");

    @TempDir
    Path directory;

    @Test
    void shouldIssueNothingTwiceInALifeWhateverTheLivesBeforeSend() throws Exception {
        HistoryChecker history = new HistoryChecker();

        search("ours", Forger.PRESENT, EngineUnderReturns::open, history);

        history.requireNoDuplicates();
        assertThat(history.returnCount()).as("returns that were accepted").isPositive();
    }

    @Test
    void shouldFindTheDuplicatesOfAnEngineThatForgetsEarlierLives() throws Exception {
        HistoryChecker history = new HistoryChecker();

        // The twin needs no forger to fail.
        search("forgetful", Forger.ABSENT, EngineUnderReturns::forgetful, history);

        assertThat(history.duplicateCount())
                .as("a search that finds nothing here proves nothing there")
                .isPositive();
    }

    private void search(String name, Forger forger, Function<Path, EngineUnderReturns> opening, HistoryChecker history)
            throws Exception {
        SplittableRandom seeds = new SplittableRandom(SEED);
        long begun = System.nanoTime();
        int bad = 0;
        try (SideBySide threads = new SideBySide(THREADS)) {
            for (int round = 0; round * PER_DATABASE < SCHEDULES; round++) {
                Path of = directory.resolve(name + "-" + round);
                try (EngineUnderReturns engine = opening.apply(of)) {
                    bad += round(engine, "round " + round, forger, history, seeds.split(), threads);
                }
            }
        }
        Duration duration = Duration.ofNanos(System.nanoTime() - begun);
        System.out.printf(
                "%s · %,d returns accepted · %,d bad schedules%n",
                history.report("returns over lives on SQLite, " + name, SEED, duration, SCHEDULES)
                        .line(),
                history.returnCount(),
                bad);
    }

    private static int round(
            EngineUnderReturns engine,
            String round,
            Forger forger,
            HistoryChecker history,
            SplittableRandom random,
            SideBySide threads)
            throws Exception {
        List<ReturnSchedule> schedules = new ArrayList<>();
        for (int index = 0; index < PER_DATABASE; index++) {
            String tag = "orders" + index;
            ReturnSchedule.Counter counter = engine.counter(tag);
            schedules.add(ReturnSchedule.of(counter, history, round + "/" + tag, random.split())
                    .forger(forger));
        }
        for (int life = 1; life <= LIVES; life++) {
            if (life > 1) {
                threads.all(schedules, ReturnSchedule::endLife);
                engine.dropAndCreate(random);
                schedules.forEach(ReturnSchedule::beginLife);
            }
            int steps = 1 + random.nextInt(STEPS_MAX);
            threads.all(schedules, schedule -> schedule.run(steps));
            if (random.nextDouble() < REOPENED) {
                boolean inDoubt = random.nextBoolean();
                history.fault(inDoubt ? "crash" : "restart");
                engine.reopen(inDoubt);
            }
        }
        threads.all(schedules, ReturnSchedule::finish);
        return (int) schedules.stream().filter(ReturnSchedule::sawDuplicate).count();
    }
}
