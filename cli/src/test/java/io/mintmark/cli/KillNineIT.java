package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import io.mintmark.testkit.HistoryReport;
import io.mintmark.testkit.Seed;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Promises G1, G2, G4 and G5 under SIGKILL: what was acknowledged is there, and no number or id comes twice.
 *
 * <p>Ranges hold 32 to 1,048,576 numbers, so that about a million are issued for each kill. {@code -Dmintmark.kills}
 * sets how often the server is killed.
 */
class KillNineIT {
    private static final int TWIN_LIVES_MAX = 10;

    @TempDir
    private Path directory;

    @Test
    void acknowledgedWritesSurviveAndNothingIsIssuedTwice() throws Exception {
        int rounds = Effort.of("kill -9 rounds", 2, 4, 1_000, "mintmark.kills");
        long seed = Seed.fresh("kill -9");

        CrashRounds crash =
                new CrashRounds(Installation.server(directory, directory.resolve("data"), rounds), seed).run(rounds);
        print("kill -9", crash, seed, rounds);

        crash.acknowledged().checker.requireNoDuplicates();
        assertThat(crash.check().firstLost()).isEmpty();
        assertThat(crash.acknowledged().checker.returnCount()).isPositive();
        assertThat(crash.acknowledged().checker.issuedCount()).isGreaterThan(rounds * 100_000L);
    }

    /**
     * The broken twin: a server that answers first and writes later must be caught by the same rounds. A kill finds it
     * now and then with nothing unwritten, so it has several lives to be caught in.
     */
    @Test
    void serverThatAnswersBeforeItWritesIsCaught() throws Exception {
        long lost = 0;
        long duplicates = 0;
        for (int life = 0; life < TWIN_LIVES_MAX && (lost == 0 || duplicates == 0); life++) {
            CrashRounds crash = twin("twin-" + life);
            lost += crash.check().lost();
            duplicates += crash.acknowledged().checker.duplicateCount();
        }

        assertThat(duplicates).isPositive();
        assertThat(lost).isPositive();
    }

    private CrashRounds twin(String state) throws Exception {
        long seed = Seed.fresh("kill -9, broken twin");
        List<String> forgetful = List.of(
                "-cp",
                System.getProperty("java.class.path"),
                ForgetfulServer.class.getName(),
                directory.resolve("state" + File.separator + state).toString());
        CrashRounds crash = new CrashRounds(() -> ServerProcess.java(directory, forgetful), seed).run(2);
        print("kill -9, broken twin", crash, seed, 2);
        return crash;
    }

    private static void print(String test, CrashRounds crash, long seed, int rounds) {
        Acknowledged acknowledged = crash.acknowledged();
        HistoryReport report =
                acknowledged.checker.report(test, seed, crash.times().sinceCreation(), rounds);
        System.out.printf(
                Locale.ROOT,
                "[report] %,d kills · %,d acknowledged writes · %,d lost · %s%n[report] %s · %s%n",
                rounds,
                acknowledged.writes(),
                crash.check().lost(),
                report.line(),
                crash.check().effort(),
                crash.times().perRound(rounds));
    }
}
