package io.mintmark.storage.postgresql.write;

import io.mintmark.internal.Ticker;
import io.mintmark.internal.Uninterruptibly;
import io.mintmark.storage.ReservedEtags;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.postgresql.catalog.DatabaseRow;
import io.mintmark.storage.postgresql.claim.Claim;
import io.mintmark.storage.postgresql.claim.Lane;
import io.mintmark.storage.postgresql.claim.WriterProgress;
import io.mintmark.storage.postgresql.sql.Failures;
import io.mintmark.storage.postgresql.sql.SqlScript;
import io.mintmark.storage.postgresql.sql.StoreAge;
import io.mintmark.storage.postgresql.sql.Transactions;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.sql.DataSource;

/**
 * Takes a node's rows in a database over for a claim, those of both lanes at once, so that earlier claims of the same
 * tag are fenced there.
 *
 * <p>Etags go on, above those of all peers and above the block that an earlier claim of the tag had reserved. Serials
 * begin where the claim's do, or go on if it wrote here before. If the claim before it did not leave in order, leases
 * of this node are forgotten: what was handed out beyond the engine's word died with that claim.
 */
final class TakeOver {
    private static final String ADD = "INSERT INTO node_state"
            + " (database, node, lane, epoch, etag, serial, groups, identities, forgotten, closed)"
            + " VALUES (?, ?, ?, ?, 0, ?, 0, 0, 0, TRUE) ON CONFLICT DO NOTHING";
    private static final String LOCK = "SELECT lane, epoch, serial, groups, forgotten, closed, began, etag,"
            + " (SELECT max(etag) FROM node_state peer WHERE peer.database = mine.database), reserved"
            + " FROM node_state mine WHERE database = ? AND node = ? ORDER BY lane FOR UPDATE";
    private static final String TAKE =
            "UPDATE node_state SET epoch = ?, began = ?, etag = ?, serial = ?, forgotten = ?, reserved = ?, closed = FALSE"
                    + " WHERE database = ? AND node = ? AND lane = ?";
    private static final String FORGET = "UPDATE counter SET latest = NULL, latest_low = NULL, latest_high = NULL"
            + " FROM lease WHERE counter.database = ? AND lease.database = counter.database"
            + " AND lease.serial = counter.latest AND lease.node = ? AND counter.key > ?";
    private static final String FORGET_PIECE = FORGET + " AND counter.key <= ?";
    private static final String PIECE_END =
            "SELECT key FROM counter WHERE database = ? AND key > ? ORDER BY key OFFSET ? LIMIT 1";
    private static final int PIECE = 500;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final DatabaseRow database;
    private final Claim claim;
    private final LongSupplier beats;
    private final DataSource source;
    private final Ticker ticker;
    private final ReservedEtags reserved;

    private final Map<Lane, Row> rows = new EnumMap<>(Lane.class);
    private long highestEtag;

    /** What a lane's row says. */
    private record Row(
            long epoch, long serial, long groups, long forgotten, boolean closed, long began, boolean isNew) {}

    /** Where both lanes go on. */
    record Taken(LaneState counters, LaneState documents, NodeEtags etags) {}

    TakeOver(
            DatabaseRow database,
            Claim claim,
            LongSupplier beats,
            DataSource source,
            Ticker ticker,
            ReservedEtags reserved) {
        this.reserved = reserved;
        this.database = database;
        this.claim = claim;
        this.beats = beats;
        this.source = source;
        this.ticker = ticker;
    }

    /** Returns the states that the rows have now; what a broken connection leaves unknown is done again. */
    Taken run() {
        long begun = ticker.nanos();
        while (true) {
            try {
                Taken taken = tryOnce();
                taken.etags().begin();
                return taken;
            } catch (SQLException e) {
                requirePassing(e);
                if (Failures.isCutOff(e) || ticker.nanos() - begun > PATIENCE_NANOS) {
                    throw new StorageUnreachableException(
                            "The database " + database.name() + " cannot be opened, because its engine does not answer"
                                    + " or takes no writes: try again in a moment. It says: " + e.getMessage(),
                            e);
                }
                Uninterruptibly.run(() -> TimeUnit.MILLISECONDS.sleep(20));
            }
        }
    }

    private void requirePassing(SQLException e) {
        if (Failures.isLasting(e)) {
            throw new StorageFailedException(
                    "The database " + database.name()
                            + " cannot be opened, because its engine has not all of its tables"
                            + " or does not let this login use them: restore them, or GRANT the login of --store all"
                            + " rights on them. It says: " + e.getMessage(),
                    e);
        }
    }

    private Taken tryOnce() throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            LaneState counters;
            LaneState documents;
            NodeEtags etags;
            try {
                read(connection);
                StoreAge.require(connection, claim.tag().text(), claim.epoch(), beats.getAsLong());
                rows.values().forEach(row -> require(row.epoch()));
                etags = new NodeEtags(highestEtag, reserved.outliveClaims(), this::keep);
                counters = take(connection, Lane.COUNTERS, etags);
                documents = take(connection, Lane.DOCUMENTS, etags);
                connection.commit();
            } catch (SQLException | RuntimeException e) {
                Transactions.undo(connection, e);
                throw e;
            }
            if (Failures.isDoubtful(connection)) {
                throw new SQLException("the engine committed without its standby");
            }
            return new Taken(counters, documents, etags);
        }
    }

    private boolean keep(long after, long end) {
        return reserved.keep(new ReservedEtags.Block(
                database.entry(), database.writtenBy(claim.tag()).life(), database.databaseId(), after, end));
    }

    private void read(Connection connection) throws SQLException {
        String node = claim.tag().text();
        rows.clear();
        // A database that was created since the store was raised may have had a namesake that the copy does not know.
        highestEtag = database.firstMax();
        SqlScript script = new SqlScript().update("SET LOCAL lock_timeout = '2s'");
        for (Lane lane : Lane.values()) {
            script.update(ADD, database.number(), node, lane.column(), claim.epoch(), claim.serialsAfter());
        }
        script.query(LOCK, this::see, database.number(), node).run(connection);
    }

    private void see(ResultSet row) throws SQLException {
        rows.put(
                Lane.of(row.getString(1)),
                new Row(
                        row.getLong(2),
                        row.getLong(3),
                        row.getLong(4),
                        row.getLong(5),
                        row.getBoolean(6),
                        row.getLong(7),
                        row.getLong(8) == 0));
        // A row whose lock was waited for shows what it has now, and beside it the others as they were before that.
        highestEtag = Math.max(highestEtag, Math.max(row.getLong(8), row.getLong(9)));
        // What this tag may have drawn without the engine, also under a claim that has ended and does not know it.
        highestEtag = Math.max(highestEtag, row.getLong(10));
    }

    private void require(long epoch) {
        if (epoch > claim.epoch()) {
            throw new StorageFailedException("The database " + database.name() + " is written under the node tag "
                    + claim.tag() + " by a later claim (epoch " + epoch + ") than this server's (epoch " + claim.epoch()
                    + "): give each server a tag of its own, or let them choose by `--node-tag auto`.");
        }
    }

    /** There may be more counters than one statement gets through before its answer is given up. */
    private void forgetLeases(Connection connection, String node) throws SQLException {
        long number = database.number();
        String after = "";
        Optional<String> end = pieceEnd(connection, after);
        while (end.isPresent()) {
            int ignored = Statements.execute(connection, FORGET_PIECE, number, node, after, end.get());
            after = end.get();
            end = pieceEnd(connection, after);
        }
        int ignored = Statements.execute(connection, FORGET, number, node, after);
    }

    private Optional<String> pieceEnd(Connection connection, String after) throws SQLException {
        return Statements.row(connection, row -> row.getString(1), PIECE_END, database.number(), after, PIECE - 1);
    }

    private LaneState take(Connection connection, Lane lane, NodeEtags etags) throws SQLException {
        String node = claim.tag().text();
        Row row = Objects.requireNonNull(rows.get(lane));
        SqlScript script = new SqlScript();
        long serial = row.serial();
        long forgotten = row.forgotten();
        if (row.epoch() < claim.epoch()) {
            serial = lane == Lane.COUNTERS ? claim.serialsAfter() : claim.documentSerialsAfter();
            if (!row.closed() && lane == Lane.COUNTERS) {
                forgotten = serial;
                forgetLeases(connection, node);
            }
        }
        long began = row.isNew() ? highestEtag : row.began();
        script.update(
                        TAKE,
                        claim.epoch(),
                        began,
                        highestEtag,
                        serial,
                        forgotten,
                        lane == Lane.DOCUMENTS ? etags.toReserve() : 0,
                        database.number(),
                        node,
                        lane.column())
                .run(connection);
        WriterProgress.Writer writer = new WriterProgress.Writer(node, lane);
        return new LaneState(
                database.number(),
                claim,
                beats,
                etags,
                new WriterProgress(writer, began, highestEtag, serial, row.groups()));
    }
}
