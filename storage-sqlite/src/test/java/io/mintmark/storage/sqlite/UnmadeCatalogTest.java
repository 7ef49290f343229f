package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.RandomBytes;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Slice;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a power cut leaves of the first start in a directory, which failed and erased its catalog: some names are gone,
 * others came back. Nobody was told of anything, so the next start must not be refused.
 */
class UnmadeCatalogTest {
    private static final byte[] RECORD = {'{', '}'};

    @TempDir
    private Path root;

    private Path data;
    private Path kept;

    @BeforeEach
    void create() throws IOException {
        data = Files.createDirectory(root.resolve("data"));
        kept = Files.createDirectory(root.resolve("kept"));
    }

    /** Fails while the new catalog is copied from its log; {@code ending} says which file comes back. */
    private void failToStart(String ending) {
        Faults.Hook hook = sql -> {
            if (sql.equals("PRAGMA wal_checkpoint(PASSIVE)")) {
                keep("catalog.sqlite" + ending);
                throw new SQLException("disk I/O error");
            }
        };
        assertThatThrownBy(() -> open(data, Faults.catalogOpener(hook)))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("disk I/O error");
        assertThat(data.resolve("catalog.sqlite")).doesNotExist();
        assertThat(data.resolve("catalog.sqlite-wal")).doesNotExist();
    }

    /** A second name of the same file, which has whatever is written to it until the first one is erased. */
    private void keep(String name) {
        try {
            Files.createLink(kept.resolve(name), data.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SqliteEngine open(Path directory, ConnectionOpener opener) {
        return SqliteEngine.open(TestStore.settings(directory), opener, RandomBytes.secure());
    }

    private void assertServes() {
        try (SqliteEngine engine = open(kept, ConnectionOpener.DRIVER)) {
            assertThat(engine.databases(Slice.ALL)).isEmpty();
            DatabaseEntry shop = engine.create("shop", RECORD);
            assertThat(shop.number()).isEqualTo(1);
        }
    }

    @Test
    void shouldStartWhereTheFileCameBackWithoutItsLog() {
        failToStart("");

        assertServes();
    }

    @Test
    void shouldStartWhereTheLogCameBackWithoutItsFile() {
        failToStart("-wal");

        assertServes();
    }
}
