package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bulk insert of the official client under SIGKILL: what was said to be stored is there, whole and once. */
class BulkInsertKillIT {

    @TempDir
    private Path directory;

    @Test
    void storedDocumentsOfAKilledBulkInsertAreTheFirstThatWereSent() throws Exception {
        int rounds = Effort.of("kill -9 rounds of bulk inserts", 1, 3, 50);
        long seed = Seed.fresh("bulk insert, kill -9");
        String data = directory.resolve("data").toString();

        long start = System.nanoTime();
        BulkRounds bulk = new BulkRounds(
                        () -> ServerProcess.run(directory, "serve", "--port", "0", "--data", data), seed)
                .run(rounds);
        print("bulk insert, kill -9", bulk, seed, start, rounds);

        assertThat(bulk.broken()).isEmpty();
        assertThat(bulk.found()).isGreaterThanOrEqualTo(bulk.acknowledged());
    }

    /** The broken twin: a server that says so before it is must be caught by the same rounds. */
    @Test
    void serverThatSaysStoredBeforeItIsIsCaught() throws Exception {
        long seed = Seed.fresh("bulk insert, kill -9, broken twin");
        List<String> hasty = List.of(
                "-cp",
                System.getProperty("java.class.path"),
                HastyServer.class.getName(),
                directory.resolve("twin").toString());

        long start = System.nanoTime();
        BulkRounds bulk = new BulkRounds(() -> ServerProcess.java(directory, hasty), seed).run(2);
        print("bulk insert, kill -9, broken twin", bulk, seed, start, 2);

        assertThat(bulk.broken()).anyMatch(line -> line.contains("that were said to be stored"));
    }

    private static void print(String test, BulkRounds bulk, long seed, long startNanos, int rounds) {
        System.out.printf(
                Locale.ROOT,
                "[report] %s · seed %d · %d kills · %,d documents said to be stored · %,d found · %d promises broken"
                        + " · %d s%n",
                test,
                seed,
                rounds,
                bulk.acknowledged(),
                bulk.found(),
                bulk.broken().size(),
                Duration.ofNanos(System.nanoTime() - startNanos).toSeconds());
    }
}
