package io.mintmark.storage.sqlite;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.engine.RestoredStore;
import io.mintmark.storage.engine.StoppedStore;
import io.mintmark.storage.engine.StoreMaintenance;
import io.mintmark.storage.lifecycle.Checked;
import io.mintmark.storage.lifecycle.Findings;
import io.mintmark.storage.lifecycle.MoveSource;
import io.mintmark.storage.sqlite.directory.DirectoryCheck;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** What is done with a data directory by hand. It must have data, since a mistyped name is no directory to begin. */
final class SqliteMaintenance implements StoreMaintenance {
    /** A setting that a server needs, and that nothing here depends on. */
    private static final NodeTag NO_TAG = NodeTag.of("A");
    /** What a server was told to remember is not known here, so nothing is forgotten. */
    private static final Duration RETENTION = Duration.ofDays(100 * 365);

    private final Path directory;
    private final InstantSource clock;

    SqliteMaintenance(Path directory, InstantSource clock) {
        this.directory = directory;
        this.clock = clock;
    }

    private SqliteSettings settings() {
        DirectoryCheck.requireData(directory);
        return new SqliteSettings(directory, NO_TAG, RETENTION, Integer.MAX_VALUE, clock);
    }

    @Override
    public Checked check(Optional<String> database, Findings findings) {
        return DirectoryCheck.run(directory, database, findings);
    }

    @Override
    public StoppedStore openStopped() {
        return new StoppedDirectory(SqliteEngine.open(settings()));
    }

    @Override
    public RestoredStore openRestored() {
        return new RestoredDirectory(SqliteEngine.openRestored(settings()), clock);
    }

    @Override
    public MoveSource openToMove() {
        return new MovedDirectory(settings());
    }
}
