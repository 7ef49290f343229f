package io.mintmark.storage.sqlite;

import io.mintmark.storage.engine.StoppedStore;
import java.util.List;

/** A data directory that its server left. Used by one thread. */
record StoppedDirectory(SqliteEngine engine) implements StoppedStore {
    private static final int KEPT_AT_ONCE = 1_000;

    @Override
    public List<Kept> kept(long after) {
        return engine.deleted().kept(after, KEPT_AT_ONCE);
    }

    @Override
    public void remove(Kept kept) {
        engine.deleted().remove(kept);
    }

    @Override
    public void close() {
        engine.close();
    }
}
