package io.mintmark.server.storage.postgresql.write;

import io.mintmark.internal.Ticker;
import io.mintmark.server.storage.StorageFailedException;
import io.mintmark.server.storage.StorageUnreachableException;
import io.mintmark.server.storage.group.Uninterruptibly;
import io.mintmark.server.storage.postgresql.catalog.DatabaseRow;
import io.mintmark.server.storage.postgresql.claim.Claim;
import io.mintmark.server.storage.postgresql.sql.Failures;
import io.mintmark.server.storage.postgresql.sql.SqlScript;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Takes a node's row in a database over for a claim, so that earlier claims of the same tag are fenced there.
 *
 * <p>Etags go on, above those of all peers. Serials begin where the claim's do, or go on if it wrote here before. If the claim
 * before it did not leave in order, leases of this node are forgotten: what was handed out beyond the engine's word died with
 * that claim.
 */
final class TakeOver {
    private static final String ADD = "INSERT INTO node_state"
            + " (database, node, epoch, etag, serial, groups, identities, forgotten, closed)"
            + " VALUES (?, ?, ?, 0, ?, 0, 0, 0, TRUE) ON CONFLICT DO NOTHING";
    private static final String LOCK = "SELECT epoch, etag, serial, groups, forgotten, closed,"
            + " (SELECT max(etag) FROM node_state peer WHERE peer.database = mine.database)"
            + " FROM node_state mine WHERE database = ? AND node = ? FOR UPDATE";
    private static final String TAKE =
            "UPDATE node_state SET epoch = ?, etag = ?, serial = ?, forgotten = ?, closed = FALSE"
                    + " WHERE database = ? AND node = ?";
    private static final String FORGET = "UPDATE counter SET latest = NULL, latest_low = NULL, latest_high = NULL"
            + " FROM lease WHERE counter.database = ? AND lease.database = counter.database"
            + " AND lease.serial = counter.latest AND lease.node = ?";

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final DatabaseRow database;
    private final Claim claim;
    private final DataSource source;
    private final Ticker ticker;

    private long epoch;
    private long etag;
    private long serial;
    private long groups;
    private long forgotten;
    private boolean closed;

    TakeOver(DatabaseRow database, Claim claim, DataSource source, Ticker ticker) {
        this.database = database;
        this.claim = claim;
        this.source = source;
        this.ticker = ticker;
    }

    /** Returns the state that the row has now; what a broken connection leaves unknown is done again. */
    NodeState run() {
        long begun = ticker.nanos();
        while (true) {
            try {
                return tryOnce();
            } catch (SQLException e) {
                if (ticker.nanos() - begun > PATIENCE_NANOS) {
                    throw new StorageUnreachableException(
                            "The database " + database.name() + " cannot be opened, because its engine does not answer"
                                    + " or takes no writes: try again in a moment. It says: " + e.getMessage(),
                            e);
                }
                Uninterruptibly.run(() -> TimeUnit.MILLISECONDS.sleep(20));
            }
        }
    }

    private NodeState tryOnce() throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            try {
                read(connection);
                require(epoch <= claim.epoch());
                write(connection);
                connection.commit();
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            }
            if (Failures.isDoubtful(connection)) {
                throw new SQLException("the engine committed without its standby");
            }
            return new NodeState(database.number(), claim, etag, serial, groups);
        }
    }

    private void read(Connection connection) throws SQLException {
        String node = claim.tag().text();
        new SqlScript()
                .update("SET LOCAL lock_timeout = '2s'")
                .update(ADD, database.number(), node, claim.epoch(), claim.serialsAfter())
                .query(
                        LOCK,
                        row -> {
                            epoch = row.getLong(1);
                            etag = Math.max(row.getLong(2), row.getLong(7));
                            serial = row.getLong(3);
                            groups = row.getLong(4);
                            forgotten = row.getLong(5);
                            closed = row.getBoolean(6);
                        },
                        database.number(),
                        node)
                .run(connection);
    }

    private void require(boolean free) {
        if (!free) {
            throw new StorageFailedException("The database " + database.name() + " is written under the node tag "
                    + claim.tag() + " by a later claim (epoch " + epoch + ") than this server's (epoch " + claim.epoch()
                    + "): give each server a tag of its own, or let them choose by `--node-tag auto`.");
        }
    }

    private void write(Connection connection) throws SQLException {
        String node = claim.tag().text();
        SqlScript script = new SqlScript();
        if (epoch < claim.epoch()) {
            serial = claim.serialsAfter();
            if (!closed) {
                forgotten = serial;
                script.update(FORGET, database.number(), node);
            }
        }
        script.update(TAKE, claim.epoch(), etag, serial, forgotten, database.number(), node)
                .run(connection);
    }
}
