package io.mintmark.storage.sqlite;

import io.mintmark.document.DocumentId;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StorageReads.Journaled;
import io.mintmark.storage.cutoff.ClaimRecord;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.evaluation.EngineException;
import io.mintmark.storage.group.GroupCommitWriter;
import io.mintmark.storage.group.Work;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.DataFiles;
import io.mintmark.storage.sqlite.file.DirectoryLock;
import io.mintmark.storage.sqlite.file.Integrity;
import io.mintmark.storage.sqlite.file.LogCopying;
import io.mintmark.storage.sqlite.file.Pragmas;
import io.mintmark.storage.sqlite.file.Schema;
import io.mintmark.storage.sqlite.file.Sql;
import io.mintmark.storage.sqlite.file.StoredLog;
import io.mintmark.storage.sqlite.write.JournalGroups;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import io.mintmark.support.limits.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The journal in a file of SQLite: batches are committed in groups, with a sync for each group. Safe for any number of
 * threads, and for an operator's command beside the server.
 *
 * <p>After a commit that failed it takes nothing more until it is opened again, since nobody knows what the file holds.
 */
public final class JournalFile implements Journal {
    /** The name of its file. */
    public static final String NAME = "journal.sqlite";

    private static final Schema SCHEMA = new Schema(
            "journal",
            new Schema.Step("journal-1.sql"),
            new Schema.Step("journal-2.sql"),
            new Schema.Step("journal-3.sql"),
            new Schema.Step("journal-4.sql"));

    private final JournalRows written;
    private final Connection reading;
    private final JournalRows read;
    private final GroupCommitWriter groups;
    private final ClaimRows claim = new ClaimRows(this);
    private final long bytesMax;
    /** Keeps others out until this is closed; null if they may come in. */
    private @Nullable DirectoryLock lock;

    /** Changed by the writer's thread; read by any. */
    private volatile Fill fill;

    private long changes;

    private JournalFile(Connection writing, Connection reading, LogCopying log, Limits limits, long bytesMax)
            throws SQLException {
        this.written = new JournalRows(writing);
        this.reading = reading;
        this.read = new JournalRows(reading);
        this.bytesMax = bytesMax;
        this.fill = written.fill(bytesMax);
        this.changes = read.changes();
        this.groups = new GroupCommitWriter("journal", new JournalGroups(writing, log), limits, Ticker.SYSTEM);
    }

    /** Returns whether a directory has a journal. */
    public static boolean isIn(Path directory) {
        return Files.exists(directory.resolve(NAME));
    }

    /**
     * Opens the journal of {@code directory}; makes one if there is none.
     *
     * @param bytesMax how many bytes of documents it takes
     * @throws StorageFailedException if it cannot be opened, or is damaged
     */
    public static JournalFile open(Path directory, Limits limits, long bytesMax) {
        return open(directory, limits, bytesMax, ConnectionOpener.DRIVER);
    }

    /**
     * Opens it likewise, and keeps others out of the directory until it is closed.
     *
     * @throws StorageFailedException if another server is there, too
     */
    public static JournalFile openAlone(Path directory, Limits limits, long bytesMax) {
        DirectoryLock lock = locked(directory);
        try {
            JournalFile journal = open(directory, limits, bytesMax);
            journal.lock = lock;
            return journal;
        } catch (RuntimeException | Error e) {
            lock.close();
            throw e;
        }
    }

    private static DirectoryLock locked(Path directory) {
        try {
            DataFiles.createDirectory(directory);
            return DirectoryLock.take(directory);
        } catch (IOException e) {
            throw unopened(directory.resolve(NAME), e);
        }
    }

    private static StorageFailedException unopened(Path path, Exception e) {
        return new StorageFailedException(
                "The journal " + path + " cannot be opened: " + e.getMessage() + ". Look at its disk and rights.", e);
    }

    /** Opens it likewise, on connections of {@code opener}. */
    public static JournalFile open(Path directory, Limits limits, long bytesMax, ConnectionOpener opener) {
        Path path = directory.resolve(NAME);
        try {
            DataFiles.createDirectory(directory);
            DataFiles.createUnlessThere(path);
            return opened(StoredLog.of("the journal", path), "jdbc:sqlite:" + path, limits, bytesMax, opener);
        } catch (IOException | SQLException e) {
            throw unopened(path, e);
        }
    }

    @SuppressWarnings("MustBeClosedChecker") // the connections live as long as the journal
    private static JournalFile opened(StoredLog log, String url, Limits limits, long bytesMax, ConnectionOpener opener)
            throws SQLException {
        Connection writing = opener.open(url);
        try {
            Pragmas.prepareWriter(writing);
            Integrity.require(writing, "1", "The journal");
            if (log.isInDoubt()) {
                log.noteDoubt(
                        "A document that was acknowledged last may be lost, and the etags that were kept for a start"
                                + " without the store are drawn no more.");
                log.beginAnew(writing);
            }
            SCHEMA.bringUpToDate(writing);
            if (log.isInDoubt()) {
                settle(log, writing);
            }
            return copied(writing, url, limits, bytesMax, opener);
        } catch (SQLException | RuntimeException | Error e) {
            writing.close();
            throw e;
        }
    }

    /** The etags of a lost commit may be somebody's, and nobody knows how far they came. */
    private static void settle(StoredLog log, Connection writing) throws SQLException {
        int ignored = Statements.execute(writing, "UPDATE known SET spent = ending");
        // The log begins anew only behind a write, and there may be no etags to spend.
        int written = Statements.execute(writing, "PRAGMA user_version=" + SCHEMA.newest());
        StoredLog.beginAnewAfterWrite(writing);
        log.settled();
    }

    private static JournalFile copied(
            Connection writing, String url, Limits limits, long bytesMax, ConnectionOpener opener) throws SQLException {
        LogCopying log = LogCopying.open("journal", writing, opener, url);
        try {
            return read(writing, opener.open(url), log, limits, bytesMax);
        } catch (SQLException | RuntimeException | Error e) {
            log.close();
            throw e;
        }
    }

    private static JournalFile read(
            Connection writing, Connection reading, LogCopying log, Limits limits, long bytesMax) throws SQLException {
        try {
            int ignored = Statements.execute(reading, "PRAGMA query_only=ON");
            Sql.keepTheDriverOut(writing);
            JournalFile journal = new JournalFile(writing, reading, log, limits, bytesMax);
            journal.groups.start();
            return journal;
        } catch (SQLException | RuntimeException | Error e) {
            reading.close();
            throw e;
        }
    }

    /** Work on the rows whose failures doom the group. */
    @FunctionalInterface
    interface RowsUse<T> {
        T of(JournalRows rows) throws SQLException;
    }

    private static <T> Work<T> work(JournalRows rows, RowsUse<T> use) {
        return () -> {
            try {
                return use.of(rows);
            } catch (SQLException e) {
                throw new EngineException(e, false);
            }
        };
    }

    <T> T change(RowsUse<T> use) {
        return groups.submit(Party.NOBODY, 0, work(written, use)).await();
    }

    <T> T look(RowsUse<T> use) {
        synchronized (reading) {
            try {
                return use.of(read);
            } catch (SQLException e) {
                throw new StorageFailedException(
                        "The journal cannot be read: " + e.getMessage() + ". Look at its disk and files.", e);
            }
        }
    }

    @Override
    public void serve(Store store) {
        boolean ignored = change(rows -> rows.serve(store));
    }

    @Override
    public Pending<List<StoredDocument>> append(Home home, List<Creation> creations, Party party) {
        long bytes = creations.stream()
                .map(Creation::document)
                .mapToLong(JournalRows::bytes)
                .sum();
        return groups.submit(party, bytes, work(written, rows -> append(rows, home, creations)));
    }

    @Override
    public void requireRoom(Home home, List<DocumentCommand.Put> puts) {
        groups.requireOpen();
        Fill now = fill;
        long bytes =
                puts.stream().mapToLong(put -> JournalRows.bytes(put.content())).sum();
        if (!JournalRows.hasRoom(now, bytes)) {
            look(rows -> {
                rows.requireRoom(home, puts, now);
                return true;
            });
        }
    }

    private List<StoredDocument> append(JournalRows rows, Home home, List<Creation> creations) throws SQLException {
        JournalRows.Appended done = rows.append(home, creations, fill);
        count(done.added(), 0, done.bytes());
        return done.kept();
    }

    private void count(long entries, long aside, long bytes) {
        Fill now = fill;
        fill = new Fill(now.entries() + entries, now.setAside() + aside, now.bytes() + bytes, bytesMax);
    }

    @Override
    public ClaimRecord claim() {
        return claim;
    }

    @Override
    public boolean isEmpty() {
        return fill.entries() <= 0;
    }

    @Override
    public Fill fill() {
        return fill;
    }

    @Override
    public boolean hasFailed() {
        return groups.hasFailed();
    }

    @Override
    public Optional<StoredDocument> find(Home home, DocumentId id) {
        return look(rows -> rows.find(home, id));
    }

    @Override
    public List<Home> homes() {
        return look(JournalRows::homes);
    }

    @Override
    public List<Entry> oldest(Home home, long after, int limit) {
        return look(rows -> rows.oldest(home, after, limit));
    }

    @Override
    public List<Journaled> listed(Home home, long after, int limit) {
        return look(rows -> rows.listed(home, after, limit));
    }

    @Override
    public void settle(List<Entry> home, List<SetAside> aside) {
        boolean ignored = change(rows -> {
            for (Entry entry : home) {
                if (rows.remove(entry.number())) {
                    count(-1, 0, -JournalRows.bytes(entry.document()));
                }
            }
            for (SetAside each : aside) {
                if (rows.setAside(each)) {
                    count(-1, 1, 0);
                }
            }
            return true;
        });
    }

    @Override
    public List<Entry> entries(long after, int limit) {
        return look(rows -> rows.entries(after, limit));
    }

    @Override
    public List<SetAside> setAside(long after, int limit) {
        return look(rows -> rows.setAside(after, limit));
    }

    @Override
    public boolean drop(long number) {
        return change(rows -> rows.drop(number) && counted(rows));
    }

    @Override
    public boolean again(long number, DocumentId id) {
        return change(rows -> rows.again(number, id) && counted(rows));
    }

    private boolean counted(JournalRows rows) throws SQLException {
        fill = rows.fill(bytesMax);
        return true;
    }

    /** What this process does itself is counted already; while there is something, the rest is found on the way. */
    @Override
    public void refresh() {
        long now = look(JournalRows::changes);
        if (now != changes && (isEmpty() || look(JournalRows::isEmpty))) {
            changes = now;
            recount();
        }
    }

    /** The writer counts, as long as there is one: a commit that failed was counted before. */
    private void recount() {
        boolean ignored = hasFailed() ? look(this::counted) : change(this::counted);
    }

    @Override
    public void close() {
        groups.close();
        synchronized (reading) {
            try {
                reading.close();
            } catch (SQLException e) {
                throw new StorageFailedException("The journal cannot be closed: " + e.getMessage() + ".", e);
            } finally {
                unlock();
            }
        }
    }

    private void unlock() {
        if (lock != null) {
            lock.close();
            lock = null;
        }
    }
}
