package io.mintmark.storage.contract;

import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.sqlite.SqliteEngine;
import io.mintmark.storage.sqlite.TestStore;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract on files of SQLite. */
class SqliteContractTest extends StorageContract implements LeasesContract, KeysContract {
    @TempDir
    Path directory;

    @Override
    protected StorageEngine start() {
        return SqliteEngine.open(TestStore.settings(directory));
    }
}
