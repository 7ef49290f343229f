package io.mintmark.storage.postgresql.write;

import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.postgresql.catalog.DatabaseRow;
import io.mintmark.storage.postgresql.claim.Claim;
import io.mintmark.storage.postgresql.sql.Failures;
import io.mintmark.storage.postgresql.sql.SqlScript;
import io.mintmark.storage.postgresql.sql.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Which node computes an index: whoever has its row, until that node is silent for some heartbeats, ends, or gives it
 * back. Safe for any number of threads.
 *
 * <p>A silent node is replaced sooner than its tag is free. That harms nobody: each commit of an index looks at this
 * row, so one that was only asleep commits nothing for it any more.
 */
public final class IndexClaims {
    /** Whether the node that computes the index {@code p} lives. */
    public static final String ALIVE = "EXISTS (SELECT 1 FROM node n WHERE n.tag = p.node AND n.epoch = p.epoch"
            + " AND n.state NOT IN ('left', 'lapsed') AND NOT n.silent)";

    private static final String PATIENCE = "SET LOCAL lock_timeout = '1s'";
    private static final String CLAIM = "UPDATE index_progress p SET node = ?, epoch = ?, failure = NULL"
            + " WHERE p.database = ? AND p.number = ? AND NOT (p.node = ? AND p.epoch = ?) IS TRUE AND NOT " + ALIVE
            + " AND EXISTS (SELECT 1 FROM node_state s WHERE s.database = p.database AND s.node = ?"
            + " AND s.lane = 'documents' AND s.epoch = ?)";
    private static final String IS_HERE =
            "SELECT number FROM index_progress WHERE database = ? AND number = ? AND node = ? AND epoch = ?";
    private static final String LEAVE =
            "UPDATE index_progress SET node = NULL, epoch = NULL WHERE database = ? AND node = ? AND epoch = ?";
    private static final String REPORT = "UPDATE index_progress SET failure = nullif(?, '')"
            + " WHERE database = ? AND number = ? AND node = ? AND epoch = ? AND coalesce(failure, '') <> ?";

    private final DatabaseRow database;
    private final Claim claim;
    private final DataSource source;

    /** Claims indexes of {@code database} for the node that has {@code claim}. */
    public IndexClaims(DatabaseRow database, Claim claim, DataSource source) {
        this.database = database;
        this.claim = claim;
        this.source = source;
    }

    /** Tries to make this node the one that computes an index; returns whether it is. */
    public boolean claim(long index) {
        String node = claim.tag().text();
        boolean[] here = {false};
        run(new SqlScript()
                .update(PATIENCE)
                .update(CLAIM, node, claim.epoch(), database.number(), index, node, claim.epoch(), node, claim.epoch())
                .query(IS_HERE, row -> here[0] = true, database.number(), index, node, claim.epoch()));
        return here[0];
    }

    /** Gives all of them back. */
    public void leave() {
        run(new SqlScript()
                .update(PATIENCE)
                .update(LEAVE, database.number(), claim.tag().text(), claim.epoch()));
    }

    /** Says why an index of this node does not get on, or that it does. */
    public void report(long index, @Nullable String failure) {
        run(new SqlScript()
                .update(PATIENCE)
                .update(
                        REPORT,
                        failure == null ? "" : failure,
                        database.number(),
                        index,
                        claim.tag().text(),
                        claim.epoch(),
                        failure == null ? "" : failure));
    }

    private void run(SqlScript script) {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            try {
                script.run(connection);
                connection.commit();
            } catch (SQLException e) {
                Transactions.undo(connection, e);
                throw e;
            }
        } catch (SQLException e) {
            if (!Failures.isConflict(e)) {
                throw new StorageUnreachableException(
                        "Which node computes the indexes of the database " + database.name()
                                + " cannot be read or changed now; it is tried again. The engine says: "
                                + e.getMessage(),
                        e);
            }
        }
    }
}
