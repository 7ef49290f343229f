package io.mintmark.storage.contract;

import io.mintmark.server.maintenance.Maintenance;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.engine.RestoredStore;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.sqlite.SqliteEngine;
import io.mintmark.storage.sqlite.TestStore;
import io.mintmark.support.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** The contract of restored copies on a directory whose files are put back by hand. */
class SqliteRestoredTest extends RestoredContract {
    @TempDir
    private Path root;

    private Path data() {
        return root.resolve("data");
    }

    @Override
    protected StorageEngine start() {
        return SqliteEngine.open(TestStore.settings(data()));
    }

    @Override
    protected StorageEngine startWitnessed() {
        return SqliteEngine.open(TestStore.settings(data()).with(root.resolve("witness")));
    }

    @Override
    protected void copy() {
        Folders.copy(data(), root.resolve("copy"));
    }

    @Override
    protected void putBack() {
        try (Stream<Path> files = Files.list(data())) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Folders.copy(root.resolve("copy"), data());
    }

    @Override
    protected void raise() {
        try (RestoredStore directory = Maintenance.of(data()).openRestored()) {
            directory.raiseWhatIsShared(BY);
            directory.databases().forEach(name -> {
                RestoredStore.Raised ignored = directory.raise(name, BY, Progress.NONE);
            });
        }
    }
}
