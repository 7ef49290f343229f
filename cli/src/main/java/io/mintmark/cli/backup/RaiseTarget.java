package io.mintmark.cli.backup;

import io.mintmark.server.StoreSettings;
import io.mintmark.server.maintenance.DataDirectory;
import io.mintmark.server.maintenance.RestoredStore;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.write.LeastRaise;
import java.nio.file.Path;
import java.util.List;

/** What is raised: a directory, or a store that several servers share. Used by one thread. */
interface RaiseTarget extends AutoCloseable {
    /** Returns the names of all databases. */
    List<String> databases();

    /** Returns by how much a database must be raised at least. */
    LeastRaise least(String database);

    /**
     * Raises what belongs to no database, so that new ones begin above it. Returns whether several servers share that,
     * and an access list.
     */
    boolean raiseWhatIsShared(long amount);

    DataDirectory.Raised raise(String database, long amount, Progress progress);

    @Override
    void close();

    /** Opens a directory that its server left. */
    static RaiseTarget of(Path data) {
        return new OfDirectory(DataDirectory.open(data));
    }

    /** Enters a store in which no server lives. */
    static RaiseTarget of(StoreSettings store) {
        return new OfStore(RestoredStore.open(store));
    }

    /** A directory. */
    record OfDirectory(DataDirectory directory) implements RaiseTarget {
        @Override
        public List<String> databases() {
            return directory.databases();
        }

        @Override
        public LeastRaise least(String database) {
            return directory.least(database);
        }

        @Override
        public boolean raiseWhatIsShared(long amount) {
            directory.raiseWhatIsShared(amount);
            return false;
        }

        @Override
        public DataDirectory.Raised raise(String database, long amount, Progress progress) {
            return directory.raise(database, amount, progress);
        }

        @Override
        public void close() {
            directory.close();
        }
    }

    /** A store. */
    record OfStore(RestoredStore store) implements RaiseTarget {
        @Override
        public List<String> databases() {
            return store.databases();
        }

        @Override
        public LeastRaise least(String database) {
            return store.least(database);
        }

        @Override
        public boolean raiseWhatIsShared(long amount) {
            store.raiseWhatIsShared(amount);
            return true;
        }

        @Override
        public DataDirectory.Raised raise(String database, long amount, Progress progress) {
            return store.raise(database, amount);
        }

        @Override
        public void close() {
            store.close();
        }
    }
}
