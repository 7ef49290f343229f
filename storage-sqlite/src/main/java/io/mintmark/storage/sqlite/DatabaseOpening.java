package io.mintmark.storage.sqlite;

import io.mintmark.RandomBytes;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.RandomName;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.evaluation.FormerEndLookup;
import io.mintmark.storage.group.NodeRangeStorage;
import io.mintmark.storage.group.ReservationAmount;
import io.mintmark.storage.group.StorageWriter;
import io.mintmark.storage.group.WrittenIndexes;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.sqlite.directory.ExpectedFile;
import io.mintmark.storage.sqlite.directory.Witness;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.FencedOut;
import io.mintmark.storage.sqlite.file.FileImages;
import io.mintmark.storage.sqlite.file.LogCopying;
import io.mintmark.storage.sqlite.file.LogKeeper;
import io.mintmark.storage.sqlite.file.Pragmas;
import io.mintmark.storage.sqlite.file.Schema;
import io.mintmark.storage.sqlite.file.StateRow;
import io.mintmark.storage.sqlite.file.StoredLog;
import io.mintmark.storage.sqlite.write.CounterMemory;
import io.mintmark.storage.sqlite.write.DatabaseLayout;
import io.mintmark.storage.sqlite.write.FileSoundness;
import io.mintmark.storage.sqlite.write.GroupAdvance;
import io.mintmark.storage.sqlite.write.LeasePruning;
import io.mintmark.storage.sqlite.write.Raise;
import io.mintmark.storage.sqlite.write.SqliteGroupStore;
import io.mintmark.storage.sqlite.write.WriteTransaction;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One opening of a database's file: what must hold before anything is served from it, and who owns it from then on.
 *
 * <p>In this order: the log is looked at before SQLite reads it; the file must be the one that the catalog means; its
 * numbers must be sound; if the last commit is in doubt, they are raised; and only then the file is taken over. Until
 * the last step nothing says that the file is open, so a failure before it leaves it as it was.
 */
final class DatabaseOpening {

    private final Path path;
    private final String name;
    private final ExpectedFile expected;
    private final StoredLog log;
    /** Whether the file is of a layout that says nothing of its log that could be trusted. */
    private boolean oldLayout;

    /** Begins; refuses a database whose log is damaged. */
    DatabaseOpening(Path path, String name, ExpectedFile expected) {
        this.path = path;
        this.name = name;
        this.expected = expected;
        this.log = StoredLog.of("the database " + name, path);
    }

    /**
     * What an opened database works with.
     *
     * @param settings the engine's settings
     * @param opener opens its connections
     * @param random where its names come from
     * @param earlier how far deleted databases of its name had come
     * @param witness knows how far it had come itself, or null
     * @param memory how many counters may be kept in memory
     * @param listener hears what changes in it
     */
    record Context(
            SqliteSettings settings,
            ConnectionOpener opener,
            RandomBytes random,
            FormerEndLookup earlier,
            @Nullable Witness witness,
            CounterMemory memory,
            ChangeListener listener) {

        WriteTransaction.Context ofWriter() {
            return new WriteTransaction.Context(
                    earlier,
                    settings.nodeTag(),
                    settings.clock(),
                    memory,
                    listener,
                    settings.answers(),
                    settings.ticker());
        }
    }

    Storage open(Context with) throws SQLException {
        Connection connection = with.opener.open(url());
        try {
            prepare(connection);
            if (!oldLayout) {
                // Before the layout is brought up to date, which gives the file a log again.
                log.requireIfNotClean(StateRow.read(connection).clean());
            }
            StateRow found = broughtUpToDate(connection);
            requireNotOlder(found, with.witness);
            FileSoundness.require(connection, found);
            if (log.isInDoubt()) {
                found = raisedInDoubt(connection, found);
            }
            recognise(found);
            return serve(connection, found, found.openedBy(RandomName.of(with.random)), with);
        } catch (SQLException | RuntimeException | Error e) {
            leaveAsItWas(connection, e);
            throw e;
        }
    }

    private StateRow raisedInDoubt(Connection connection, StateRow found) throws SQLException {
        StateRow raised = Raise.inDoubt(connection, found);
        StoredLog.beginAnewAfterWrite(connection);
        log.settled();
        return raised;
    }

    /** Keeps the log: as long as it is there, what is wrong can be seen and mended. */
    private void leaveAsItWas(Connection connection, Throwable why) {
        try (LogKeeper kept = LogKeeper.of(path, true)) {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            why.addSuppressed(e);
        }
    }

    /** Raises everything in the file and gives it a new incarnation; what makes a copy an old one is no obstacle. */
    StateRow raise(ConnectionOpener opener, long by, Progress progress) throws SQLException {
        Connection connection = opener.open(url());
        try {
            prepare(connection);
            StateRow found = broughtUpToDate(connection);
            FileSoundness.require(connection, found);
            if (log.isInDoubt()) {
                found = raisedInDoubt(connection, found);
            }
            long incarnation = 1 + Math.max(found.incarnation(), expected.incarnation());
            StateRow raised = Raise.restored(connection, found.closed(), by, incarnation, progress);
            connection.close();
            recognise(raised);
            return raised;
        } catch (SQLException | RuntimeException | Error e) {
            leaveAsItWas(connection, e);
            throw e;
        }
    }

    private void prepare(Connection connection) throws SQLException {
        Pragmas.prepareWriter(connection);
        if (Schema.version(connection) == 0) {
            throw new StorageFailedException("The file of the database " + name + " is empty: " + path
                    + ". Put a backup back and run `mintmark raise`, or delete the database.");
        }
        oldLayout = Schema.version(connection) < 2;
        log.noteDoubt("All its numbers are raised by " + GroupAdvance.MAX + ".");
        log.beginAnew(connection);
    }

    private StateRow broughtUpToDate(Connection connection) throws SQLException {
        DatabaseLayout.SCHEMA.bringUpToDate(connection);
        StateRow found = StateRow.read(connection);
        if (!expected.databaseId().isEmpty() && !expected.databaseId().equals(found.databaseId())) {
            throw new StorageFailedException("The file of the database " + name + " is another database's: " + path
                    + " says " + found.databaseId() + ", the catalog says " + expected.databaseId()
                    + ". Put the right file back; catalog and files of one backup belong together.");
        }
        return found;
    }

    private void requireNotOlder(StateRow found, @Nullable Witness witness) {
        if (witness != null) {
            witness.require(name, found);
        }
        if (found.incarnation() < expected.incarnation()) {
            throw new StorageFailedException(
                    "The file of the database " + name + " is an older copy: its incarnation is "
                            + found.incarnation() + ", the catalog has seen " + expected.incarnation()
                            + ". Numbers given out since would come again; run `mintmark raise` before it is used.");
        }
    }

    private void recognise(StateRow found) {
        if (!expected.databaseId().equals(found.databaseId()) || expected.incarnation() < found.incarnation()) {
            expected.found(found.databaseId(), found.incarnation());
        }
    }

    private Storage serve(Connection connection, StateRow found, StateRow opened, Context with) throws SQLException {
        SqliteSettings settings = with.settings;
        WriteTransaction tx = new WriteTransaction(connection, opened, with.ofWriter());
        LeasePruning pruning = new LeasePruning(connection, settings.leaseRetention(), settings.leasesMax());
        LogCopying copying = LogCopying.open(name, connection, with.opener, url());
        try {
            SqliteGroupStore store = new SqliteGroupStore(connection, tx, pruning, copying);
            StorageWriter writer = new StorageWriter(name, store, settings.limits(), with.random, settings.ticker());
            SqliteQueries queries = new SqliteQueries(url(), name, writer::fenced);
            Watching watching = new Watching(with.witness, tx::committed);
            try {
                FileImages images = new FileImages("the database " + name, path, with.opener, copying::freeze);
                SqliteStorage storage = storage(opened, store, writer, queries, watching, images, with);
                takeOver(tx, connection, found, opened, writer, watching);
                return settings.rangesAhead() ? reservingAhead(storage, tx, settings) : storage;
            } catch (SQLException | RuntimeException | Error e) {
                queries.close();
                throw e;
            }
        } catch (SQLException | RuntimeException | Error e) {
            copying.close();
            if (FencedOut.is(e)) {
                throw new StorageFailedException(
                        "The database " + name + " was written to by another server while this one"
                                + " opened it: run one server on a data directory; stop the other one.",
                        e);
            }
            throw e;
        }
    }

    private static Storage reservingAhead(SqliteStorage storage, WriteTransaction tx, SqliteSettings settings) {
        ReservationAmount amount = ReservationAmount.LOCAL_DISK;
        return settings.leaseLog()
                ? NodeRangeStorage.logging(
                        storage, settings.nodeTag(), tx.serials(), amount, settings.clock(), settings.ticker())
                : new NodeRangeStorage(
                        storage, settings.nodeTag(), tx.serials(), amount, settings.clock(), settings.ticker());
    }

    private SqliteStorage storage(
            StateRow opened,
            SqliteGroupStore store,
            StorageWriter writer,
            SqliteQueries queries,
            Watching watching,
            FileImages images,
            Context with) {
        SqliteReads reads = new SqliteReads(queries, opened.databaseId(), with.settings.nodeTag());
        return new SqliteStorage(
                path,
                opened,
                writer,
                queries,
                reads,
                new WrittenIndexes(writer, store.indexRows(), with.random, reads, null),
                watching::end,
                images);
    }

    /** The writer starts last: what fails before it leaves no thread behind. */
    private void takeOver(
            WriteTransaction tx,
            Connection connection,
            StateRow found,
            StateRow opened,
            StorageWriter writer,
            Watching watching)
            throws SQLException {
        // Before the file itself says that it is open, and so must have a log.
        StoredLog.requireInUse(path);
        tx.takeOver(connection, found, opened, () -> {
            watching.begin();
            try {
                writer.start();
            } catch (RuntimeException | Error e) {
                watching.giveUp();
                throw e;
            }
        });
    }

    /** An open database under the watch of a witness, if there is one. */
    private record Watching(@Nullable Witness witness, Supplier<StateRow> committed) {
        void begin() {
            if (witness != null) {
                witness.watch(committed);
            }
        }

        void end() {
            if (witness != null) {
                witness.forget(committed);
            }
        }

        void giveUp() {
            if (witness != null) {
                witness.unwatch(committed);
            }
        }
    }

    private String url() {
        return "jdbc:sqlite:" + path;
    }
}
