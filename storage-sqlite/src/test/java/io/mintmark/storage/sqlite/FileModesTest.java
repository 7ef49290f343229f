package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.sqlite.file.ConnectionOpener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The modes of files that the server creates: the owner reads and writes them, nobody else. */
@DisabledOnOs(OS.WINDOWS)
class FileModesTest {
    private static final String OWNER_ONLY = "rw-------";

    @TempDir
    private Path root;

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    /** Returns the modes of all files of a directory whose database is open and was written to. */
    private static Map<String, String> modes(Path directory) throws IOException {
        Map<String, String> modes = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                modes.put(String.valueOf(file.getFileName()), mode(file));
            }
        }
        return modes;
    }

    @Test
    void shouldCreateDirectoriesAndFilesForTheirOwnerAlone() throws IOException {
        Path data = root.resolve("data");

        try (TestStore store = TestStore.open(data)) {
            store.reserve("orders");

            assertThat(mode(data)).isEqualTo("rwx------");
            assertThat(modes(data))
                    .containsOnlyKeys(
                            "lock",
                            "catalog.sqlite",
                            "catalog.sqlite-shm",
                            "catalog.sqlite-wal",
                            "database-1.sqlite",
                            "database-1.sqlite-shm",
                            "database-1.sqlite-wal")
                    .allSatisfy((file, mode) -> assertThat(mode).as(file).isEqualTo(OWNER_ONLY));
        }
    }

    @ParameterizedTest(name = "a directory {0} has files {1}")
    @CsvSource({
        "rwx------, rw-------",
        "rwxr-x---, rw-r-----",
        "rwx--x---, rw-------",
        "rwxr-xr-x, rw-r-----",
        "rwxrwx---, rw-rw----"
    })
    void shouldKeepTheGroupThatTheOperatorChose(String directory, String file) throws IOException {
        Path data = Files.createDirectory(root.resolve("data"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString(directory));

        try (TestStore store = TestStore.open(data)) {
            store.reserve("orders");

            assertThat(mode(data)).isEqualTo(directory);
            // What is masked for the process stays masked for lock and main files, and the others follow these.
            assertThat(modes(data).values()).containsOnly(masked(file));
        }
    }

    /** Returns what is left of a mode under the mask of this process. */
    private String masked(String mode) throws IOException {
        Path probe = Files.createFile(
                root.resolve("probe"), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode)));
        return mode(probe);
    }

    @Test
    void shouldNoteADoubtForTheOwnerAlone() throws IOException {
        Path data = root.resolve("data");
        Path copy = root.resolve("copy");
        AtomicBoolean noted = new AtomicBoolean();
        try (TestStore store = TestStore.open(data)) {
            store.reserve("orders");
            store.reserve("orders");
            TestStore.crashInto(data, copy);
        }
        Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwx------"));
        Flips.flipInCommit(TestStore.file(copy), 1, 77);

        TestStore.open(copy, Faults.opener(sql -> {
                    Path doubt = copy.resolve("database-1.sqlite-doubt");
                    if (Files.exists(doubt)) {
                        noted.set(true);
                        assertThat(modeOf(doubt)).isEqualTo(OWNER_ONLY);
                    }
                }))
                .close();

        assertThat(noted).isTrue();
    }

    private static String modeOf(Path file) {
        try {
            return mode(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void shouldWriteAWitnessForTheOwnerAloneOrTheGroupOfItsDirectory() throws IOException {
        Path own = Files.createDirectory(root.resolve("own"));
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwx------"));
        Path shared = Files.createDirectory(root.resolve("shared"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-x---"));

        for (Path directory : new Path[] {own, shared}) {
            Path witness = directory.resolve("witness");
            TestStore.open(
                            TestStore.settings(root.resolve("data-" + directory.getFileName()))
                                    .with(witness),
                            ConnectionOpener.DRIVER)
                    .close();
            assertThat(mode(witness)).isEqualTo(directory.equals(own) ? OWNER_ONLY : "rw-r-----");
        }
    }
}
