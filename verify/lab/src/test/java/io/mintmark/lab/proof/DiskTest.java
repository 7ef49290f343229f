package io.mintmark.lab.proof;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskTest {
    private static final String ROOT = "/root";
    private static final String FILE = "/root/file";
    private static final int DESCRIPTOR = 5;
    private static final int DIRECTORY = 6;
    private static final int TRIES = 200;

    @TempDir
    private Path directory;

    private final SplittableRandom random = new SplittableRandom(Seed.fresh("DiskTest"));
    private final Disk disk = Disk.honest();

    @Test
    void shouldTakeTheNameOfAFileWhoseDirectoryWasNotSynced() throws IOException {
        create();
        write(0, "told");
        sync(false);

        assertThat(left(Cut.LOST)).isNull();
        assertThat(left(Cut.KEPT)).isEqualTo("told");
    }

    @Test
    void shouldTakeOnlyWhatNoSyncCovered() throws IOException {
        create();
        syncDirectory();
        write(0, "told");
        sync(false);
        write(4, "more");

        assertThat(left(Cut.LOST)).isEqualTo("told");
        assertThat(left(Cut.KEPT)).isEqualTo("toldmore");
    }

    @Test
    void shouldTakeWhatAFailedSyncForgotWhicheverSyncsFollow() throws IOException {
        create();
        syncDirectory();
        write(0, "told");
        sync(true);
        write(4, "more");
        sync(false);

        assertThat(left(Cut.LOST)).isEqualTo("\0\0\0\0more");
    }

    @Test
    void shouldLeaveLaterWritesWithoutEarlierOnes() throws IOException {
        create();
        syncDirectory();
        write(0, "a");
        write(1, "b");

        assertThat(all(Cut.REORDERED)).contains("\0b", "a", "ab");
    }

    @Test
    void shouldTearAWriteBetweenSectorsOnly() throws IOException {
        create();
        syncDirectory();
        write(500, "x".repeat(24));

        assertThat(all(Cut.TORN))
                .containsExactlyInAnyOrder(
                        "\0".repeat(500) + "x".repeat(12) + "\0".repeat(12), "\0".repeat(512) + "x".repeat(12));
    }

    @Test
    void shouldBringAFileBackWhoseRemovalWasNotSynced() throws IOException {
        create();
        write(0, "old");
        sync(false);
        syncDirectory();
        disk.apply(operation(Operation.Kind.UNLINK, FILE, 0, 0, ""));

        assertThat(left(Cut.LOST)).isEqualTo("old");
        assertThat(left(Cut.KEPT)).isNull();
    }

    @Test
    void shouldCallARenamedFileByOneOfItsNames() throws IOException {
        create();
        write(0, "old");
        sync(false);
        syncDirectory();
        disk.apply(new Operation(Operation.Kind.RENAME, false, 0, false, false, FILE, "/root/new", 0, 0, new byte[0]));

        assertThat(left(Cut.LOST)).isEqualTo("old");
        assertThat(left(Cut.KEPT)).isNull();
        assertThat(directory.resolve("new")).hasContent("old");
    }

    private void create() {
        disk.apply(new Operation(Operation.Kind.OPEN, false, DESCRIPTOR, true, false, FILE, "", 0, 0, new byte[0]));
        disk.apply(operation(Operation.Kind.OPEN, ROOT, DIRECTORY, 0, ""));
    }

    private void write(long offset, String text) {
        disk.apply(operation(Operation.Kind.WRITE, FILE, DESCRIPTOR, offset, text));
    }

    private void sync(boolean failed) {
        disk.apply(new Operation(Operation.Kind.SYNC, failed, DESCRIPTOR, false, false, FILE, "", 0, 0, new byte[0]));
    }

    private void syncDirectory() {
        disk.apply(operation(Operation.Kind.SYNC, ROOT, DIRECTORY, 0, ""));
    }

    private static Operation operation(Operation.Kind kind, String path, int descriptor, long offset, String text) {
        return new Operation(
                kind, false, descriptor, false, false, path, "", offset, text.length(), text.getBytes(UTF_8));
    }

    private Set<@Nullable String> all(Cut cut) throws IOException {
        Set<@Nullable String> all = new HashSet<>();
        for (int i = 0; i < TRIES; i++) {
            all.add(left(cut));
        }
        return all;
    }

    private @Nullable String left(Cut cut) throws IOException {
        disk.image(cut, random.split()).orElseThrow().layOut(Path.of(ROOT), directory);
        Path file = directory.resolve("file");
        return Files.exists(file) ? Files.readString(file) : null;
    }
}
