package io.mintmark.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.decimal.LaunchRefusedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** No launch id is told twice: beside other processes, and over what a loss of power leaves. */
class LaunchFileTest {
    private static final LaunchFile.Entry ENTRY = new LaunchFile.Entry(Instant.EPOCH, "test", "");

    @TempDir
    private Path directory;

    private Process another(int times) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LaunchDrawer.class.getName(),
                        directory.toString(),
                        Integer.toString(times))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** A system that locks a file for a process forgets the lock when the process closes the file anywhere. */
    @Test
    void shouldTellNoIdTwiceWhileThreadsHereAndAnotherProcessDraw() throws Exception {
        List<Integer> told = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        Process other = another(300);
        try (BufferedReader out = other.inputReader()) {
            assertThat(out.readLine()).isEqualTo("ready");
            List<Future<List<Integer>>> here = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                here.add(threads.submit(() -> LaunchDrawer.draw(directory, 150)));
            }
            for (Future<List<Integer>> one : here) {
                told.addAll(one.get());
            }
            out.lines().map(Integer::valueOf).forEach(told::add);
        } finally {
            threads.shutdownNow();
            Process ignored = other.destroyForcibly();
        }

        assertThat(told).doesNotHaveDuplicates().hasSize(900);
    }

    @Test
    void shouldSyncEveryDirectoryThatNamesANewLog() throws IOException {
        List<Path> synced = new ArrayList<>();
        Path deep = Files.createDirectory(directory.resolve("a")).resolve("b");

        new LaunchFile(deep, synced::add).append(ENTRY);

        assertThat(synced).contains(deep, directory.resolve("a"), directory, directory.getParent());
        synced.clear();
        new LaunchFile(deep, synced::add).append(ENTRY);
        assertThat(synced)
                .as("what was synced before the first id was told stays")
                .containsExactly(deep);
    }

    /** The power was cut: of the last line, which was told to nobody, one sector came to the disk and the one before not. */
    @Test
    void shouldDropALastLineWhoseBeginningWasLost() throws IOException {
        LaunchFile log = new LaunchFile(directory);
        assertThat(log.append(ENTRY)).isEqualTo(1);
        Path file = directory.resolve("launches.log");
        Files.writeString(file, "\0".repeat(40) + "rest of a line\n", StandardOpenOption.APPEND);

        assertThat(log.append(ENTRY)).isEqualTo(2);

        assertThat(Files.readString(file)).doesNotContain("\0");
        assertThat(Files.readAllLines(file)).hasSize(2);
    }

    @Test
    void shouldRefuseADamagedLineThatWasTold() throws IOException {
        LaunchFile log = new LaunchFile(directory);
        assertThat(log.append(ENTRY)).isEqualTo(1);
        assertThat(log.append(ENTRY)).isEqualTo(2);
        Path file = directory.resolve("launches.log");
        Files.writeString(file, "x" + Files.readString(file).substring(1));

        assertThatThrownBy(() -> log.append(ENTRY))
                .isInstanceOf(LaunchRefusedException.class)
                .hasMessageContaining("line 1 must begin with 1");
    }

    @Test
    void shouldTellNothingIfADirectoryCannotBeSynced() {
        LaunchFile failing = new LaunchFile(directory, path -> {
            throw new IOException("no room");
        });

        assertThatThrownBy(() -> failing.append(ENTRY))
                .isInstanceOf(LaunchRefusedException.class)
                .hasMessageContaining("no launch id was drawn");

        assertThat(new LaunchFile(directory).append(ENTRY))
                .as("written, and told to nobody")
                .isEqualTo(2);
    }

    @Test
    void shouldTellNothingOfALogThatIsReplacedMeanwhile() throws IOException {
        Path log = directory.resolve("launches.log");
        new LaunchFile(directory).append(ENTRY);
        Files.copy(log, directory.resolve("copy"));
        LaunchFile replaced = new LaunchFile(
                directory, path -> Files.move(directory.resolve("copy"), log, StandardCopyOption.REPLACE_EXISTING));

        assertThatThrownBy(() -> replaced.append(ENTRY))
                .isInstanceOf(LaunchRefusedException.class)
                .hasMessageContaining("was replaced or removed while");

        assertThat(new LaunchFile(directory).append(ENTRY)).as("told once").isEqualTo(2);
    }

    /** The owner alone reads what was launched; a group that may read the directory may read the log. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldCreateLogAndDirectoryForTheirOwnerAlone() throws IOException {
        Path own = directory.resolve("new");
        Path shared = Files.createDirectory(directory.resolve("shared"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-x---"));

        new LaunchFile(own).append(ENTRY);
        new LaunchFile(shared).append(ENTRY);

        assertThat(mode(own)).isEqualTo("rwx------");
        assertThat(mode(own.resolve("launches.log"))).isEqualTo("rw-------");
        assertThat(mode(shared)).isEqualTo("rwxr-x---");
        assertThat(mode(shared.resolve("launches.log"))).isEqualTo("rw-r-----");
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
