package io.mintmark.storage.sqlite.directory;

import io.mintmark.counter.Reservation;
import io.mintmark.document.KeyForm;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.evaluation.FormerEndLookup;
import io.mintmark.storage.evaluation.FormerEnds;
import io.mintmark.storage.sql.SqlFormerLives;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.Damage;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * Deleted databases: which of their files are there yet, and how far their counters had come. Safe for any number of
 * threads.
 */
public final class RemovedDatabases {
    /** The marks in {@code removed.erase}, far apart: no flipped bit makes one of the other. */
    private static final long ERASE = 0x6572617365L;

    /** The mark of a removed database whose files stay. */
    static final long KEEP = 0;

    private static final String REMOVED = "SELECT number, name, erase FROM removed";

    private final CatalogWriter writer;
    private final CatalogReads reads;

    RemovedDatabases(CatalogWriter writer, CatalogReads reads) {
        this.writer = writer;
        this.reads = reads;
    }

    /**
     * Removes a database from the list, and remembers how far its counters had come.
     *
     * @param erase whether its files are about to be erased; they stay in the catalog's memory until {@link #erased}
     */
    public void add(DatabaseEntry entry, FormerEnds ends, boolean erase) {
        Object ignored = writer.write(-1, connection -> {
            Statements.execute(connection, "DELETE FROM entry WHERE number = ?", entry.number());
            Statements.execute(
                    connection,
                    "INSERT INTO removed VALUES (?, ?, ?)",
                    entry.number(),
                    entry.name(),
                    erase ? ERASE : KEEP);
            return former(connection).use(lives -> {
                lives.remember(KeyForm.of(entry.name()), ends);
                return entry;
            });
        });
    }

    /** Forgets one whose files are gone. */
    public void erased(long number) {
        int ignored = writer.write(
                0, connection -> Statements.execute(connection, "DELETE FROM removed WHERE number = ?", number));
    }

    /** Returns those whose files are there, by number: to be erased, or kept. */
    public List<Removed> all() {
        return reads.read(connection -> Statements.rows(connection, RemovedDatabases::removed, REMOVED));
    }

    /**
     * Returns those whose files are kept, by number.
     *
     * @param after the number of the last one that was seen, or 0
     */
    public List<Removed> kept(long after, int max) {
        return reads.read(connection -> Statements.rows(
                connection,
                RemovedDatabases::removed,
                REMOVED + " WHERE number > ? AND erase = ? ORDER BY number LIMIT ?",
                after,
                KEEP,
                max));
    }

    /** Decides that the files of a removed database, which were kept, are to go, too; until {@link #erased}. */
    public void keepNoLonger(long number) {
        int ignored = writer.write(
                0,
                connection ->
                        Statements.execute(connection, "UPDATE removed SET erase = ? WHERE number = ?", ERASE, number));
    }

    private static Removed removed(ResultSet row) throws SQLException {
        DatabaseEntry entry = new DatabaseEntry(row.getLong(1), row.getString(2));
        long erase = row.getLong(3);
        if (erase != ERASE && erase != KEEP) {
            throw Damage.ofRow("the deleted database " + entry.name());
        }
        return new Removed(entry, erase == ERASE);
    }

    /** A database that was deleted, and whether its files are to go, too. */
    public record Removed(DatabaseEntry entry, boolean erase) {}

    /** Returns how far deleted databases of that name had come; as far as can be where that cannot be read. */
    public FormerEndLookup earlierLives(String name) {
        String key = KeyForm.of(name);
        boolean any = reads.read(connection -> former(connection).use(lives -> lives.knows(key)));
        return any ? counter -> highestEnd(key, counter) : FormerEndLookup.NONE;
    }

    private long highestEnd(String key, String counter) {
        try {
            return reads.read(connection -> former(connection).use(lives -> lives.highestEnd(key, counter)));
        } catch (StorageFailedException unknown) {
            return Reservation.CEILING_JS_SAFE;
        }
    }

    private static SqlFormerLives former(Connection connection) {
        return new SqlFormerLives(connection, "max");
    }
}
