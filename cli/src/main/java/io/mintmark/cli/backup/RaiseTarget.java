package io.mintmark.cli.backup;

import io.mintmark.server.StoreSettings;
import io.mintmark.server.maintenance.DataDirectory;
import io.mintmark.server.maintenance.RestoredStore;
import io.mintmark.server.storage.check.Progress;
import java.nio.file.Path;
import java.util.List;

/** What is raised: a directory, or a store that several servers share. Used by one thread. */
interface RaiseTarget extends AutoCloseable {
    /** Returns the names of all databases. */
    List<String> databases();

    /**
     * Raises what belongs to no database, so that new ones begin above it. Returns whether several servers share that, and an
     * access list.
     */
    boolean raiseWhatIsShared();

    DataDirectory.Raised raise(String database, Progress progress);

    @Override
    void close();

    /** Opens a directory that its server left. */
    static RaiseTarget of(Path data, long amount) {
        return new OfDirectory(DataDirectory.open(data), amount);
    }

    /** Enters a store in which no server lives. */
    static RaiseTarget of(StoreSettings store, long amount) {
        return new OfStore(RestoredStore.open(store, amount));
    }

    /** A directory. */
    record OfDirectory(DataDirectory directory, long amount) implements RaiseTarget {
        @Override
        public List<String> databases() {
            return directory.databases();
        }

        @Override
        public boolean raiseWhatIsShared() {
            directory.raiseWhatIsShared(amount);
            return false;
        }

        @Override
        public DataDirectory.Raised raise(String database, Progress progress) {
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
        public boolean raiseWhatIsShared() {
            store.raiseWhatIsShared();
            return true;
        }

        @Override
        public DataDirectory.Raised raise(String database, Progress progress) {
            return store.raise(database);
        }

        @Override
        public void close() {
            store.close();
        }
    }
}
