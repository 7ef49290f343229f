package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.hibernate.RollingProgram.Life;
import io.mintmark.testkit.Effort;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A deployment of four processes on one schema that is taken over while it runs: each process restarts once, so that at
 * any time some draw by Hibernate and some by the takeover.
 */
final class RollingTakeoverTest {
    private static final int COUNTERS = 3;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Test
    void shouldNeverRepeatAnIdDuringARollingRestart() throws IOException, InterruptedException {
        int many = Effort.of("ids in each of four processes", 6_000, 1_200_000) / COUNTERS;

        List<BitSet> seen = new ArrayList<>();
        long twice = run(
                many / 2,
                seen,
                List.of(Life.PLAIN, Life.TAKEN),
                List.of(Life.TAKEN, Life.PLAIN),
                List.of(Life.PLAIN, Life.TAKEN),
                List.of(Life.TAKEN, Life.TAKEN));

        assertThat(twice).isZero();
        assertThat(seen).allSatisfy(ids -> assertThat(ids.cardinality()).isEqualTo(4 * many));
    }

    /** The twin: one process that reads the sequence otherwise than its optimizer repeats ids, and the run finds them. */
    @Test
    void shouldFindTheIdsThatAMisreadOptimizerRepeats() throws IOException, InterruptedException {
        long twice = run(
                1_000,
                new ArrayList<>(),
                List.of(Life.PLAIN, Life.MISREAD, Life.PLAIN),
                List.of(Life.TAKEN, Life.PLAIN));

        assertThat(twice).isPositive();
    }

    /** Returns how many ids came twice. */
    @SafeVarargs
    private long run(int many, List<BitSet> seen, List<Life>... processes) throws IOException, InterruptedException {
        String database = Databases.POSTGRES.create();
        RollingProgram.start(database, Life.PLAIN).close();
        List<Process> running = new ArrayList<>();
        for (int i = 0; i < processes.length; i++) {
            running.add(start(database, directory.resolve("ids-" + i), many, processes[i]));
        }
        for (int i = 0; i < processes.length; i++) {
            int exit = running.get(i).waitFor();
            assertThat(exit)
                    .as(Files.readString(directory.resolve("ids-" + i + ".log")))
                    .isZero();
        }
        return twice(processes.length, seen);
    }

    private static Process start(String database, Path file, int many, List<Life> lives) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                RollingProgram.class.getName(),
                database,
                file.toString(),
                String.valueOf(many)));
        lives.stream().map(Life::name).forEach(command::add);
        return new ProcessBuilder(command)
                .directory(Files.createDirectory(Path.of(file + ".d")).toFile()) // Atomikos keeps a log there
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(Path.of(file + ".log").toFile()))
                .start();
    }

    private long twice(int processes, List<BitSet> seen) throws IOException {
        Stream.generate(BitSet::new).limit(COUNTERS).forEach(seen::add);
        long twice = 0;
        for (int i = 0; i < processes; i++) {
            twice += twice(directory.resolve("ids-" + i), seen);
        }
        return twice;
    }

    private static long twice(Path file, List<BitSet> seen) throws IOException {
        long twice = 0;
        try (DataInputStream ids = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            while (true) {
                BitSet ofCounter = seen.get(ids.readByte());
                int id = Math.toIntExact(ids.readLong());
                twice += ofCounter.get(id) ? 1 : 0;
                ofCounter.set(id);
            }
        } catch (EOFException end) {
            return twice;
        }
    }
}
