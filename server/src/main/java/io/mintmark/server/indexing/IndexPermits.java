package io.mintmark.server.indexing;

import io.mintmark.indexes.definition.ScriptAsker;
import io.mintmark.indexes.definition.ScriptPermits;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.StorageClosedException;
import io.mintmark.support.FairPermits;

/**
 * How many indexes are computed at the same time, in a server and in one of its databases: each holds what a batch
 * comes to in memory. The database whose indexes have had the least time comes next, and has half of the permits at
 * most, so that others find one. Thread-safe.
 *
 * <p>Scripts need none to be mapped: they take turns at their processes.
 */
final class IndexPermits {
    /** Several times what a batch may come to, since it is read, reduced, and written. */
    private static final long HEAP_BYTES_EACH = 256L << 20;

    /** A heap that bears two of them; the JVM says a little less than it was told. */
    private static final long HEAP_BYTES_OF_TWO = 400L << 20;

    private final FairPermits<String> all;
    private final ScriptPermits scripts;

    /** Gives as many as a heap of {@code heapBytes} bears. */
    IndexPermits(long heapBytes, ScriptPermits scripts, Ticker ticker) {
        int least = heapBytes < HEAP_BYTES_OF_TWO ? 1 : 2;
        int most = (int) Math.max(least, Math.min(Integer.MAX_VALUE, heapBytes / HEAP_BYTES_EACH));
        this.all = new FairPermits<>(most, Math.max(1, most / 2), ticker::nanos);
        this.scripts = scripts;
    }

    /** Returns those of one more database. */
    OfDatabase ofDatabase(String database) {
        return new OfDatabase(database, all, scripts);
    }

    /** Something that is done while a permit is held. */
    @FunctionalInterface
    interface Work {
        boolean run();
    }

    /** What the indexes of one database share. */
    static final class OfDatabase {
        private final String database;
        private final FairPermits<String> all;
        private final ScriptPermits scripts;
        private volatile boolean shut;

        private OfDatabase(String database, FairPermits<String> all, ScriptPermits scripts) {
            this.database = database;
            this.all = all;
            this.scripts = scripts;
        }

        /** Does {@code work} in its turn, and returns what it returns. */
        boolean during(Work work) {
            try (FairPermits<String>.Held held = all.acquire(database, this::isShut)) {
                if (held == null) {
                    throw new StorageClosedException(
                            "The database " + database + " was closed meanwhile: nothing was done.");
                }
                return work.run();
            }
        }

        /** Returns for whom its scripts are evaluated. */
        ScriptAsker scripts() {
            return ScriptAsker.ofIndex(scripts, database, this::isShut);
        }

        private boolean isShut() {
            return shut;
        }

        /** Ends all waits for a turn, of scripts as well: the database is being closed. */
        void shut() {
            shut = true;
            all.lookAgain();
            scripts.lookAgain();
        }

        /** Lets its indexes wait again. */
        void open() {
            shut = false;
        }
    }
}
