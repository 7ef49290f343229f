package io.mintmark.storage.sqlite.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.sqlite.TestStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A new directory is no good before its name, and those of the directories above it, are on stable storage. */
class NewDirectoryTest {
    @TempDir
    private Path root;

    private final List<Path> synced = new ArrayList<>();

    @Test
    void shouldSyncEveryDirectoryAboveANewOne() throws IOException {
        Path ignored = Files.createDirectory(root.resolve("a"));
        DataFiles.createDirectory(root.resolve("a/b"), synced::add);

        assertThat(root.resolve("a/b")).isDirectory();
        assertThat(synced).startsWith(root.resolve("a"), root).endsWith(root.getRoot());
    }

    /** A disk that is not mounted must not be taken for an empty one. */
    @Test
    void shouldMakeNoDirectoryAboveTheOneThatWasNamed() {
        assertThatThrownBy(() -> DataFiles.createDirectory(root.resolve("a/b"), synced::add))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the directory " + root.resolve("a") + " above it is missing");
        assertThat(root.resolve("a")).doesNotExist();
    }

    /** What an earlier start made, and could not sync, is there now and may be gone after a power cut. */
    @Test
    void shouldSyncAgainWhatAnEarlierStartCouldNotSync() throws IOException {
        Path data = root.resolve("data");
        assertThatThrownBy(() -> DataFiles.createDirectory(data, above -> {
                    throw new IOException("made by the test");
                }))
                .isInstanceOf(IOException.class);
        assertThat(data).isDirectory();

        DataFiles.createDirectory(data, synced::add);

        assertThat(synced).startsWith(root);
    }

    @Test
    void shouldSyncNothingAboveADirectoryInUse() throws IOException {
        TestStore.open(root.resolve("data")).close();

        DataFiles.createDirectory(root.resolve("data"), synced::add);

        assertThat(synced).isEmpty();
        assertThat(Files.exists(root.resolve("data/catalog.sqlite"))).isTrue();
    }
}
