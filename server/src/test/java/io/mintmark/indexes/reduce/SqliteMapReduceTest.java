package io.mintmark.indexes.reduce;

import io.mintmark.storage.Storage;
import io.mintmark.storage.sqlite.TestStore;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** An index over rows in SQLite. */
final class SqliteMapReduceTest extends MapReduceOverStorage {
    @TempDir
    Path directory;

    private TestStore store;

    @Override
    Storage storage() {
        return store.storage;
    }

    @Override
    @BeforeEach
    void open() {
        store = TestStore.open(directory);
    }

    @Override
    @AfterEach
    void close() {
        store.close();
    }
}
