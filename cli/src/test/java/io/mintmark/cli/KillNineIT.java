package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import io.mintmark.testkit.HistoryReport;
import io.mintmark.testkit.Seed;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Promises G1, G2, G4 and G5 under SIGKILL: what was acknowledged is there, and no number or id comes twice. */
class KillNineIT {

    @TempDir
    private Path directory;

    @Test
    void acknowledgedWritesSurviveAndNothingIsIssuedTwice() throws Exception {
        int rounds = Effort.of("kill -9 rounds", 4, 100);
        long seed = Seed.fresh("kill -9");
        String data = directory.resolve("data").toString();

        long start = System.nanoTime();
        CrashRounds crash =
                new CrashRounds(() -> ServerProcess.run(directory, "serve", "--port", "0", "--data", data), seed);
        Acknowledged acknowledged = crash.run(rounds);
        print("kill -9", acknowledged, seed, start, rounds);

        acknowledged.checker.requireNoDuplicates();
        assertThat(acknowledged.firstLost()).isEmpty();
        assertThat(acknowledged.checker.returnCount()).isPositive();
    }

    /** The broken twin: a server that answers first and writes later must be caught by the same rounds. */
    @Test
    void serverThatAnswersBeforeItWritesIsCaught() throws Exception {
        long seed = Seed.fresh("kill -9, broken twin");
        List<String> forgetful = List.of(
                "-cp",
                System.getProperty("java.class.path"),
                ForgetfulServer.class.getName(),
                directory.resolve("state" + File.separator + "twin").toString());

        long start = System.nanoTime();
        Acknowledged acknowledged = new CrashRounds(() -> ServerProcess.java(directory, forgetful), seed).run(2);
        print("kill -9, broken twin", acknowledged, seed, start, 2);

        assertThat(acknowledged.checker.duplicateCount()).isPositive();
        assertThat(acknowledged.lost()).isPositive();
    }

    private static void print(String test, Acknowledged acknowledged, long seed, long startNanos, int rounds) {
        Duration duration = Duration.ofNanos(System.nanoTime() - startNanos);
        HistoryReport report = acknowledged.checker.report(test, seed, duration, rounds);
        System.out.printf(
                Locale.ROOT,
                "[report] %d rounds · %,d acknowledged writes · %,d lost · %s%n",
                rounds,
                acknowledged.writes(),
                acknowledged.lost(),
                report.line());
    }
}
