package io.mintmark.storage.postgresql.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;

/**
 * Writes what a group changed: a statement for each table and kind of change, all in one round trip. A refused batch is
 * not among it. Used by the writer thread only.
 *
 * <p>An insert changes fewer rows than it has if another node added one at the same time. That is a conflict, as a lock
 * is that was not had.
 */
public final class GroupWrite {
    private final CounterWrite counters;
    private final DocumentWrite documents;
    private final IndexTableWrite indexes;

    public GroupWrite(CounterWrite counters, DocumentWrite documents, IndexTableWrite indexes) {
        this.counters = counters;
        this.documents = documents;
        this.indexes = indexes;
    }

    /** Adds what comes last. */
    @FunctionalInterface
    public interface End {
        void addTo(SqlScript script);
    }

    /**
     * Writes, in an order of tables that is the same on all nodes.
     *
     * @param begun what goes before it in the same round trip
     * @param now the time stamp of the group
     */
    public void run(Connection connection, SqlScript begun, Instant now, End end) throws SQLException {
        documents.addCollections(begun);
        counters.addCounters(begun);
        counters.addLeases(begun);
        counters.addCuts(begun);
        counters.addIdentities(begun);
        counters.addKeyed(begun);
        documents.addChanged(begun);
        documents.addNew(begun);
        documents.addDeletions(begun);
        documents.addBrought(begun);
        documents.addTallies(begun);
        indexes.addTo(begun, now);
        end.addTo(begun);
        begun.run(connection);
    }

    /** Returns how many rows are new that a lane counts. */
    public CounterWrite.Added added() {
        return counters.added();
    }

    /** Requires that a statement changed so many rows. */
    static SqlScript.CountReader all(int expected, String what) {
        return rows -> {
            if (rows != expected) {
                throw new SQLException(
                        "another node changed " + what + " at the same time: " + rows + " of " + expected
                                + " rows were as expected",
                        Failures.CONFLICT);
            }
        };
    }
}
