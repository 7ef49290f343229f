package io.mintmark.storage.sqlite;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.engine.EngineProvider;
import io.mintmark.storage.engine.NodeSettings;
import io.mintmark.storage.engine.StoreAddress;
import io.mintmark.storage.engine.StoreMaintenance;
import io.mintmark.storage.write.AnswerLimits;
import io.mintmark.support.limits.Limits;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/** SQLite, whose stores are data directories. Stateless. */
public final class SqliteProvider implements EngineProvider {
    private static final String SCHEME = "sqlite:";

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public String example() {
        return SCHEME + "mintmark-data";
    }

    @Override
    public boolean isDirectory() {
        return true;
    }

    @Override
    public boolean isIn(Path directory) {
        return SqliteEngine.isIn(directory);
    }

    /** No other node could have the tag of a directory, so it must be known. */
    @Override
    public StorageEngine open(StoreAddress store, NodeSettings node) {
        return SqliteEngine.open(new SqliteSettings(
                directory(store),
                node.tag().orElseThrow(),
                node.leaseRetention(),
                node.leasesMax(),
                node.clock(),
                node.limits(),
                node.witness().orElse(null),
                AnswerLimits.DEFAULT,
                Ticker.SYSTEM,
                node.rangesAhead(),
                node.leaseLog()));
    }

    @Override
    public StoreMaintenance maintenance(StoreAddress store, InstantSource clock) {
        return new SqliteMaintenance(directory(store), clock);
    }

    @Override
    public Optional<Journals> journals() {
        return Optional.of(new Journals() {
            @Override
            public boolean isIn(Path directory) {
                return JournalFile.isIn(directory);
            }

            @Override
            public Journal open(Path directory, Limits limits, long bytesMax) {
                return JournalFile.open(directory, limits, bytesMax);
            }

            @Override
            public Journal openAlone(Path directory, Limits limits, long bytesMax) {
                return JournalFile.openAlone(directory, limits, bytesMax);
            }
        });
    }

    private static Path directory(StoreAddress store) {
        return Path.of(store.after(SCHEME));
    }

    @Override
    public void preload() {
        SqliteEngine.loadDriver();
    }
}
