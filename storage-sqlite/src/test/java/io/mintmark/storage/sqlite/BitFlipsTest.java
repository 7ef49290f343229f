package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.mintmark.storage.sqlite.UsedDirectory.Outcome;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Flips one bit anywhere in the files of a data directory, which a crash or an orderly end left, and uses all of it: a
 * server may refuse, and what it does not refuse must be right.
 */
class BitFlipsTest {
    private static final Logger LOG = (Logger) LoggerFactory.getLogger("io.mintmark");

    @TempDir
    Path directory;

    private UsedDirectory used;
    private final List<String> wrong = new ArrayList<>();

    /** Hundreds of expected refusals would hide the unexpected one. */
    @BeforeAll
    static void silence() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void speak() {
        LOG.setLevel(null);
    }

    @BeforeEach
    void make() {
        used = UsedDirectory.make(directory);
    }

    @Test
    void shouldFindEverythingRightWhereNoBitFlipped() throws IOException {
        for (boolean crashed : new boolean[] {false, true}) {
            Path copy = used.copy(crashed, directory.resolve("copy"));
            assertThat(used.use(copy)).as(used.wrong).isEqualTo(Outcome.RIGHT);
            erase(copy);
        }
    }

    @Test
    void shouldRefuseOrBeRightWhicheverBitFlips() throws IOException {
        long seed = Seed.fresh("flipped bits in a data directory");
        int flips = Effort.of("flipped bits in a data directory", 50, 150, 2_000);

        Map<Outcome, Integer> outcomes = flip(seed, flips, used::use, EnumSet.noneOf(Outcome.class));

        System.out.printf("[flips] %d flipped bits: %s%n", flips, outcomes);
        assertThat(wrong).isEmpty();
        assertThat(outcomes.get(Outcome.REFUSED)).as("refused").isPositive();
    }

    /** The broken twin looks at no log and at no checksum. */
    @Test
    void shouldCatchAStartThatBelievesWhatItReads() throws IOException {
        int flips = Effort.of("flipped bits that are believed", 150, 400, 400);

        Map<Outcome, Integer> outcomes =
                flip(Seed.fresh("flipped bits that are believed"), flips, used::believe, EnumSet.of(Outcome.WRONG));

        System.out.printf("[flips] at most %d flipped bits, believed: %s%n", flips, outcomes);
        assertThat(outcomes.get(Outcome.WRONG)).as("numbers that came again").isPositive();
    }

    /** Flips one bit after the other, until one comes to what is {@code enough}. */
    private Map<Outcome, Integer> flip(long seed, int flips, Function<Path, Outcome> use, Set<Outcome> enough)
            throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
        for (int i = 0; i < flips && Collections.disjoint(outcomes.keySet(), enough); i++) {
            Path copy = used.copy(random.nextBoolean(), directory.resolve("copy"));
            List<Path> files = UsedDirectory.files(copy);
            Path file = files.get(random.nextInt(files.size()));
            long bit = random.nextLong(Files.size(file) * Byte.SIZE);
            Flips.flip(file, bit);

            Outcome outcome = use.apply(copy);

            outcomes.merge(outcome, 1, Integer::sum);
            if (outcome == Outcome.WRONG) {
                wrong.add("bit %d of %s of %s: %s".formatted(bit, file.getFileName(), files.size(), used.wrong));
            }
            erase(copy);
        }
        return outcomes;
    }

    private static void erase(Path copy) throws IOException {
        try (Stream<Path> files = Files.list(copy)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(copy);
    }
}
