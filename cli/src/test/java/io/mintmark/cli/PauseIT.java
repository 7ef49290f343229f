package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import io.mintmark.testkit.HistoryReport;
import io.mintmark.testkit.Seed;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Promises G1, G2, G4 and G5 when the server is stopped for a while, as by a paused virtual machine: what was
 * acknowledged is there, no number or id comes twice, and no second server takes its data meanwhile.
 *
 * <p>{@code -Dmintmark.pauses} sets how often the server is stopped.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no signal that stops a process")
class PauseIT {

    @TempDir
    private Path directory;

    @Test
    void pausedServerLosesNothingAndLetsNobodyIn() throws Exception {
        int pauses = Effort.of("pauses", 2, 5, 500, "mintmark.pauses");
        long seed = Seed.fresh("pauses");

        int pausesAStart = pauses < 100 ? 2 : 10;
        CrashRounds.Starter server = Installation.server(directory, directory.resolve("data"), pauses / pausesAStart);

        PauseRounds rounds = new PauseRounds(server, pausesAStart, seed).run(pauses);
        print("pauses", rounds, seed, pauses);

        rounds.acknowledged().checker.requireNoDuplicates();
        assertThat(rounds.check().firstLost()).isEmpty();
        assertThat(rounds.admitted()).isEmpty();
        assertThat(rounds.refused()).as("second servers").isPositive();
    }

    /** The broken twin answers first and writes later, and locks nothing: both must be caught by the same rounds. */
    @Test
    void serverThatAnswersBeforeItWritesAndLocksNothingIsCaught() throws Exception {
        long seed = Seed.fresh("pauses, broken twin");
        List<String> forgetful = List.of(
                "-cp",
                System.getProperty("java.class.path"),
                ForgetfulServer.class.getName(),
                directory.resolve("twin").toString());

        PauseRounds rounds = new PauseRounds(() -> ServerProcess.java(directory, forgetful), 1, seed).run(3);
        print("pauses, broken twin", rounds, seed, 3);

        assertThat(rounds.acknowledged().checker.duplicateCount()
                        + rounds.check().lost())
                .isPositive();
        assertThat(rounds.admitted()).containsExactly("it began to serve");
    }

    private static void print(String test, PauseRounds rounds, long seed, int pauses) {
        Acknowledged acknowledged = rounds.acknowledged();
        HistoryReport report =
                acknowledged.checker.report(test, seed, rounds.times().sinceCreation(), pauses);
        System.out.printf(
                Locale.ROOT,
                "[report] %,d pauses of %.1f s together · %d second servers refused, %d admitted · %,d acknowledged"
                        + " writes · %,d calls without an answer · %,d lost · %s%n[report] %s · %s%n",
                pauses,
                rounds.paused().toMillis() / 1e3,
                rounds.refused(),
                rounds.admitted().size(),
                acknowledged.writes(),
                acknowledged.unansweredCalls(),
                rounds.check().lost(),
                report.line(),
                rounds.check().effort(),
                rounds.times().perRound(pauses));
    }
}
