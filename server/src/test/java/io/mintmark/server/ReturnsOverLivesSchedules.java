package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.SideBySide;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.HistoryChecker;
import io.mintmark.testkit.ReturnSchedule;
import io.mintmark.testkit.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Searches over HTTP for a schedule in which a return of a dropped database makes its successor of the same name issue a
 * number twice, and shows by a twin that the search would find one (promises G1 and G3).
 *
 * <p>Many schedules share a database, each with a counter of its own. Between their steps the database is dropped, with
 * its files erased or left, and created again; returns that are late arrive in the next life.
 */
class ReturnsOverLivesSchedules {
    private static final int SCHEDULES = Effort.of("return schedules over lives (HTTP)", 100, 10_000);
    private static final int PER_DATABASE = 50;
    private static final int LIVES = 15;
    private static final int STEPS_MAX = 8;
    private static final int THREADS = 16;
    private static final long SEED = Seed.fresh("ReturnsOverLivesSchedules over HTTP");

    @TempDir
    Path directory;

    @ParameterizedTest(name = "hard: {0}")
    @ValueSource(booleans = {true, false})
    void shouldIssueNothingTwiceInALifeWhateverTheLivesBeforeSend(boolean hard) throws Exception {
        HistoryChecker history = new HistoryChecker();

        search("ours", hard, DroppedOverHttp::new, history);

        history.requireNoDuplicates();
        assertThat(history.returnCount()).as("returns that were accepted").isPositive();
    }

    @Test
    void shouldFindTheDuplicatesOfAServerThatForgetsEarlierLives() throws Exception {
        HistoryChecker history = new HistoryChecker();

        search("forgetful", true, DroppedOverHttp.Forgetful::new, history);

        assertThat(history.duplicateCount())
                .as("a search that finds nothing here proves nothing there")
                .isPositive();
    }

    private void search(
            String name, boolean hard, BiFunction<TestServer, String, DroppedOverHttp> opening, HistoryChecker history)
            throws Exception {
        SplittableRandom seeds = new SplittableRandom(SEED);
        long begun = System.nanoTime();
        int bad = 0;
        try (TestServer server = TestServer.start(directory);
                SideBySide threads = new SideBySide(THREADS)) {
            for (int round = 0; round * PER_DATABASE < SCHEDULES; round++) {
                DroppedOverHttp database = opening.apply(server, "shop" + round);
                bad += round(database, hard, history, seeds.split(), threads);
                database.drop(true);
            }
        }
        Duration duration = Duration.ofNanos(System.nanoTime() - begun);
        System.out.printf(
                "%s · %,d returns accepted · %,d bad schedules%n",
                history.report("returns over lives over HTTP, " + name + ", hard " + hard, SEED, duration, SCHEDULES)
                        .line(),
                history.returnCount(),
                bad);
    }

    private static int round(
            DroppedOverHttp database, boolean hard, HistoryChecker history, SplittableRandom random, SideBySide threads)
            throws Exception {
        List<ReturnSchedule> schedules = new ArrayList<>();
        for (int index = 0; index < PER_DATABASE; index++) {
            String tag = "orders" + index;
            schedules.add(
                    ReturnSchedule.of(database.counter(tag), history, database.name() + "/" + tag, random.split()));
        }
        for (int life = 1; life <= LIVES; life++) {
            if (life > 1) {
                threads.all(schedules, ReturnSchedule::endLife);
                database.dropAndCreate(hard);
                schedules.forEach(ReturnSchedule::beginLife);
            }
            int steps = 1 + random.nextInt(STEPS_MAX);
            threads.all(schedules, schedule -> schedule.run(steps));
        }
        threads.all(schedules, ReturnSchedule::finish);
        return (int) schedules.stream().filter(ReturnSchedule::sawDuplicate).count();
    }
}
