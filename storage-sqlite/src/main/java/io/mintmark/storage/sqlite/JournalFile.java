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
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.DirectoryLock;
import io.mintmark.storage.sqlite.write.JournalGroups;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import io.mintmark.support.limits.Limits;
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

    private final JournalRows written;
    private final JournalTaking taking;
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

    private JournalFile(JournalConnections connections, Limits limits, long bytesMax) throws SQLException {
        this.written = new JournalRows(connections.writing());
        this.taking = new JournalTaking(written);
        this.reading = connections.reading();
        this.read = new JournalRows(reading);
        this.bytesMax = bytesMax;
        this.fill = written.fill(bytesMax);
        this.changes = read.changes();
        this.groups = new GroupCommitWriter(
                "journal", new JournalGroups(connections.writing(), connections.log()), limits, Ticker.SYSTEM);
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
        DirectoryLock lock = JournalConnections.alone(directory);
        try {
            JournalFile journal = open(directory, limits, bytesMax);
            journal.lock = lock;
            return journal;
        } catch (RuntimeException | Error e) {
            lock.close();
            throw e;
        }
    }

    /** Opens it likewise, on connections of {@code opener}. */
    public static JournalFile open(Path directory, Limits limits, long bytesMax, ConnectionOpener opener) {
        JournalConnections connections = JournalConnections.open(directory, opener);
        try {
            return begun(connections, limits, bytesMax);
        } catch (SQLException e) {
            throw JournalConnections.unopened(directory, e);
        }
    }

    private static JournalFile begun(JournalConnections connections, Limits limits, long bytesMax) throws SQLException {
        try {
            JournalFile journal = new JournalFile(connections, limits, bytesMax);
            journal.groups.start();
            return journal;
        } catch (SQLException | RuntimeException | Error e) {
            connections.close();
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
        boolean ignored = change(rows -> taking.serve(store));
    }

    @Override
    public Pending<List<StoredDocument>> append(Home home, List<Creation> creations, Party party) {
        long bytes = creations.stream()
                .map(Creation::document)
                .mapToLong(JournalRows::bytes)
                .sum();
        return groups.submit(party, bytes, work(written, rows -> append(home, creations)));
    }

    @Override
    public void requireRoom(Home home, List<DocumentCommand.Put> puts) {
        groups.requireOpen();
        Fill now = fill;
        long bytes =
                puts.stream().mapToLong(put -> JournalRows.bytes(put.content())).sum();
        if (!JournalTaking.hasRoom(now, bytes)) {
            look(rows -> {
                JournalTaking.requireRoom(rows, home, puts, now);
                return true;
            });
        }
    }

    private List<StoredDocument> append(Home home, List<Creation> creations) throws SQLException {
        JournalTaking.Appended done = taking.append(home, creations, fill);
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
