package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.StorageFailedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JDK's own message is nothing but the path, so what went wrong is told by the kind of the failure. */
class UnusableDirectoryTest {
    @TempDir
    private Path directory;

    @Test
    void shouldSayWhyADataDirectoryCannotBeCreated() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "no directory");

        assertThatThrownBy(() -> SqliteEngine.open(TestStore.settings(file)))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContainingAll(file.toString(), "there is a file of that name already", "--data");
        assertThatThrownBy(() -> SqliteEngine.open(TestStore.settings(file.resolve("below"))))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContainingAll("cannot be created", "ot a directory", "--data");
    }

    @Test
    void shouldSayWhyADataDirectoryCannotBeLocked() throws Exception {
        Files.createDirectory(directory.resolve("lock"));

        assertThatThrownBy(() -> SqliteEngine.open(TestStore.settings(directory)))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContainingAll("cannot be locked", "is a directory", "writable");
    }
}
