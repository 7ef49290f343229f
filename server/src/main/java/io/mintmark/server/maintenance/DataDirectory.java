package io.mintmark.server.maintenance;

import io.mintmark.MintmarkException;
import io.mintmark.document.NodeTag;
import io.mintmark.server.backup.Backups;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Slice;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.lifecycle.Checked;
import io.mintmark.storage.lifecycle.Findings;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.sqlite.DeletedDatabases;
import io.mintmark.storage.sqlite.SqliteEngine;
import io.mintmark.storage.sqlite.SqliteSettings;
import io.mintmark.storage.sqlite.directory.DirectoryCheck;
import io.mintmark.storage.write.LeastRaise;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * The data directory of a stopped server, for work that its operator does by hand: raise a copy that was put back,
 * check the data, or remove the files of deleted databases.
 *
 * <p>It is locked while it is open, so no server starts on it meanwhile. Used by one thread.
 */
public final class DataDirectory implements AutoCloseable {
    /** A setting that a server needs, and that nothing here depends on. */
    private static final NodeTag NO_TAG = NodeTag.of("A");

    private static final int KEPT_AT_ONCE = 1_000;

    private final Path directory;
    private final SqliteEngine engine;

    private DataDirectory(Path directory, SqliteEngine engine) {
        this.directory = directory;
        this.engine = engine;
    }

    /**
     * Opens a directory whose files were put back.
     *
     * @throws MintmarkException if a server has it open, it holds no data, or its catalog is damaged; the message says
     *     what to do
     */
    public static DataDirectory open(Path directory) {
        DirectoryCheck.requireData(directory);
        return new DataDirectory(directory, SqliteEngine.openRestored(settings(directory)));
    }

    /**
     * Opens a directory that its server left, and finishes what a crash cut off, as the next start would.
     *
     * @throws MintmarkException as {@link #open}, and also if the catalog's log is missing
     */
    public static DataDirectory openIntact(Path directory) {
        DirectoryCheck.requireData(directory);
        return new DataDirectory(directory, SqliteEngine.open(settings(directory)));
    }

    private static SqliteSettings settings(Path directory) {
        return new SqliteSettings(directory, NO_TAG, Duration.ofDays(1), 1, InstantSource.system());
    }

    /** Returns the backups that can be made of it; of a directory that was opened intact. */
    public Backups backups() {
        return new Backups(new StoppedSource(directory, engine), InstantSource.system());
    }

    /** Returns the names of all databases, sorted by their key forms. */
    public List<String> databases() {
        return engine.databases(Slice.ALL).stream().map(DatabaseEntry::name).toList();
    }

    /**
     * Returns deleted databases whose files were kept, because they were deleted without {@code HardDelete}: at most
     * 1,000, by number.
     *
     * @param after the number of the last one that was seen, or 0
     */
    public List<Kept> kept(long after) {
        return engine.deleted().kept(after, KEPT_AT_ONCE).stream()
                .map(Kept::new)
                .toList();
    }

    /** Removes the files of a deleted database for good; nothing brings them back but a backup. */
    public void remove(Kept kept) {
        engine.deleted().remove(kept.found);
    }

    /** A deleted database whose files are there. */
    public static final class Kept {
        private final DeletedDatabases.Kept found;

        private Kept(DeletedDatabases.Kept found) {
            this.found = found;
        }

        /** Returns the number of its file. */
        public long number() {
            return found.entry().number();
        }

        /** Returns the name that it had; empty where an early version did not note that. */
        public String database() {
            return found.entry().name();
        }

        /** Returns the name of its main file. */
        public String file() {
            return found.file();
        }

        /** Returns how many bytes that file and those beside it have. */
        public long bytes() {
            return found.bytes();
        }
    }

    /**
     * Returns by how much a database must be raised at least, as far as its file knows. A copy that was put back and
     * raised before does not know of that.
     */
    public LeastRaise least(String database) {
        return LeastRaise.of(
                engine.database(database).flatMap(engine::growth),
                InstantSource.system().millis());
    }

    /**
     * Raises what belongs to no database: where databases begin that are created from now on, since one of the same
     * name may have been there after the copy was made, and the numbers by which clients compare settings. It belongs
     * to every raise, also to that of a single database. Durable when it returns.
     *
     * @param by as {@link #raise} has it
     */
    public void raiseWhatIsShared(long by) {
        engine.raiseWhatIsShared(by);
    }

    /**
     * Raises every number of a database, so that none that was given out since the copy was made comes again: counters,
     * identities, the number in server-side ids, versions. Leases of before cannot be returned. Durable when it
     * returns; if it fails, nothing changed.
     *
     * @param by at least as many numbers as any of them moved since then, 1 to 2^53-1
     * @param progress hears now and then how far the work is
     * @throws MintmarkException if there is no such database, or its file is missing, damaged or not its own
     */
    public Raised raise(String database, long by, Progress progress) {
        DatabaseEntry entry = engine.database(database)
                .orElseThrow(() -> new StorageFailedException("There is no database " + database + ", there "
                        + (databases().isEmpty() ? "is none at all" : "is " + String.join(", ", databases())) + "."));
        SqliteEngine.Raised raised = engine.raise(entry, by, progress);
        return new Raised(entry.name(), raised.counters(), raised.identities(), raised.incarnation());
    }

    /**
     * The outcome of raising a database.
     *
     * @param database its name
     * @param counters how many counters were raised
     * @param identities how many identities were raised
     * @param incarnation the incarnation that begins, which is part of every token from now on
     */
    public record Raised(String database, long counters, long identities, long incarnation) {}

    /**
     * Reads everything in a directory and changes nothing of it.
     *
     * @param database the only one to check, or empty for all
     * @param findings hears each defect, and how far the check is
     * @return how much was read
     * @throws MintmarkException if a server has it open, or there is no such directory or database
     */
    public static Checked check(Path directory, Optional<String> database, Findings findings) {
        return DirectoryCheck.run(directory, database, findings);
    }

    @Override
    public void close() {
        engine.close();
    }
}
