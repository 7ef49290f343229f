package io.mintmark.storage.sqlite;

import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Slice;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.engine.RestoredStore;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.write.LeastRaise;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** A data directory whose files were put back. Used by one thread. */
final class RestoredDirectory implements RestoredStore {
    private final SqliteEngine engine;
    private final InstantSource clock;

    RestoredDirectory(SqliteEngine engine, InstantSource clock) {
        this.engine = engine;
        this.clock = clock;
    }

    @Override
    public List<String> databases() {
        return engine.databases(Slice.ALL).stream().map(DatabaseEntry::name).toList();
    }

    @Override
    public LeastRaise least(String database) {
        Optional<DatabaseEntry> entry = engine.database(database);
        return LeastRaise.of(entry.flatMap(engine::growth), clock.millis())
                .above(entry.map(engine::raisedSince).orElse(0L));
    }

    @Override
    public void raiseWhatIsShared(long by) {
        engine.raiseWhatIsShared(by);
    }

    @Override
    public Raised raise(String database, long by, Progress progress) {
        DatabaseEntry entry = engine.database(database)
                .orElseThrow(() -> new StorageFailedException("There is no database " + database + ", there "
                        + (databases().isEmpty() ? "is none at all" : "is " + String.join(", ", databases())) + "."));
        return engine.raise(entry, by, progress);
    }

    @Override
    public void close() {
        engine.close();
    }
}
