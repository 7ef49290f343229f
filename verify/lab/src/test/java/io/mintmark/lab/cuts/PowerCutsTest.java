package io.mintmark.lab.cuts;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class PowerCutsTest {
    private static final String SOURCES = Path.of("src", "main", "c").toString();
    private static final int SEEDS = 1 << 30;

    @TempDir
    private Path directory;

    /** The short form of {@code verify/lab/power-cuts}; its twins must be caught as well. */
    @Test
    @Timeout(300)
    void shouldLoseNothingAcknowledgedAndCatchTheTwins() {
        Optional<String> obstacle = PowerCuts.Watcher.obstacle();
        obstacle.ifPresent(reason -> System.out.println("[skipped] power cuts: " + reason));
        Assumptions.assumeTrue(obstacle.isEmpty(), () -> obstacle.orElse(""));
        long seed = Seed.fresh("PowerCutsTest") % SEEDS;

        int code = PowerCuts.execute(
                "--images",
                Integer.toString(Effort.of("images of a cut power", 50, 300, 300)),
                "--faults",
                Integer.toString(Effort.of("file operations that fail", 12, 40, 40)),
                "--seed",
                Long.toString(seed),
                "--watcher",
                SOURCES,
                "--work",
                directory.toString());

        assertThat(code).isZero();
    }
}
