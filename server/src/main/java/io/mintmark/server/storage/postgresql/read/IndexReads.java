package io.mintmark.server.storage.postgresql.read;

import io.mintmark.server.storage.index.ChangePage;
import io.mintmark.server.storage.index.IndexError;
import io.mintmark.server.storage.index.IndexProgress;
import io.mintmark.server.storage.index.KeptError;
import io.mintmark.server.storage.index.NodePositions;
import io.mintmark.server.storage.index.RowKey;
import io.mintmark.server.storage.index.RowsTooLargeException;
import io.mintmark.server.storage.index.SharedIndexes;
import io.mintmark.server.storage.index.SharedLook;
import io.mintmark.server.storage.postgresql.table.IndexColumns;
import io.mintmark.server.storage.row.Ticks;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tables of indexes of a database, as they are read beside its writers. Safe for any number of threads. */
public final class IndexReads {
    private static final RowKey.Kind[] KINDS = RowKey.Kind.values();

    private static final String LIST = "SELECT version, content FROM index_list WHERE database = ?";
    private static final String PROGRESS =
            "SELECT commits, nodes, etags, clearing FROM index_progress WHERE database = ? AND number = ?";
    private static final String ASKED = " FROM index_row r"
            + " JOIN unnest(?::bigint[], ?::text[]) AS n (kind, key) ON r.kind = n.kind AND r.key = n.key"
            + " WHERE r.database = ? AND r.number = ?";
    private static final String ROWS = "SELECT r.kind, r.key, r.content" + ASKED;

    /** The driver has all rows in memory before the first one is seen. */
    private static final String BYTES = "SELECT coalesce(sum(octet_length(r.content)), 0)" + ASKED;

    /** So few rows are read without a look at their sizes. */
    private static final int ROWS_UNMEASURED = 4;

    private static final String SOME =
            "SELECT kind, key FROM index_row WHERE database = ? AND number = ? AND kind = ? LIMIT ?";
    private static final String ERRORS = "SELECT action, subject, message, moment FROM index_error"
            + " WHERE database = ? AND number = ? ORDER BY commits, part";
    private static final String VERSION = "SELECT coalesce(max(version), 0) FROM index_list WHERE database = ?";

    private final ReadConnections connections;
    private final PostgresReads documents;
    private final long database;
    private final String node;
    private final long epoch;
    private final String states;

    /**
     * Reads for the claim {@code epoch} of {@code node}.
     *
     * @param alive the condition under which the node lives that a row names
     */
    public IndexReads(
            ReadConnections connections,
            PostgresReads documents,
            long database,
            String node,
            long epoch,
            String alive) {
        this.connections = connections;
        this.documents = documents;
        this.database = database;
        this.node = node;
        this.epoch = epoch;
        this.states = "SELECT p.number, p.nodes, p.etags, p.moment, p.failure, p.node, coalesce(p.epoch, 0), " + alive
                + " FROM index_progress p WHERE p.database = ?";
    }

    /** Returns the list that was stored last. */
    public SharedIndexes.Listed list() {
        return connections
                .first(LIST, row -> new SharedIndexes.Listed(row.getLong(1), row.getBytes(2)), database)
                .orElseGet(() -> new SharedIndexes.Listed(0, new byte[0]));
    }

    /** Returns the same, or nothing if its version is {@code known}. */
    public Optional<SharedIndexes.Listed> listAfter(long known) {
        return connections.first(
                LIST + " AND version <> ?",
                row -> new SharedIndexes.Listed(row.getLong(1), row.getBytes(2)),
                database,
                known);
    }

    /** Returns changes after {@code position}. */
    public ChangePage changes(@Nullable String position, int limit) {
        return new ChangeReads(connections, documents::stored, database, limit).page(position);
    }

    /** Returns how far an index has come. */
    public IndexProgress progress(long index) {
        return connections
                .first(
                        PROGRESS,
                        row -> new IndexProgress(
                                row.getLong(1),
                                IndexColumns.positions(row.getArray(2), row.getArray(3))
                                        .text(),
                                row.getBoolean(4)),
                        database,
                        index)
                .orElse(IndexProgress.NONE);
    }

    /** Returns the contents of those rows that are there. */
    public Map<RowKey, byte[]> rows(long index, Collection<RowKey> keys) {
        Map<RowKey, byte[]> found = new HashMap<>();
        if (!keys.isEmpty()) {
            List<RowKey> asked = new ArrayList<>(keys);
            Object[] parameters = {
                asked.stream().map(key -> (long) key.kind().ordinal()).toArray(Long[]::new),
                asked.stream().map(RowKey::key).toArray(String[]::new),
                database,
                index
            };
            if (asked.size() > ROWS_UNMEASURED) {
                connections
                        .first(BYTES, row -> row.getLong(1), parameters)
                        .ifPresent(bytes -> RowsTooLargeException.require(bytes, asked.size()));
            }
            connections.all(
                    ROWS,
                    row -> found.put(new RowKey(KINDS[row.getInt(1)], row.getString(2)), row.getBytes(3)),
                    parameters);
        }
        return found;
    }

    /** Returns keys of rows of a kind, at most {@code limit}. */
    public List<RowKey> some(long index, RowKey.Kind kind, int limit) {
        return connections.all(
                SOME,
                row -> new RowKey(KINDS[row.getInt(1)], row.getString(2)),
                database,
                index,
                (long) kind.ordinal(),
                (long) limit);
    }

    /** Returns the errors of an index that are kept, the oldest first. */
    public List<KeptError> errors(long index) {
        return connections.all(
                ERRORS,
                row -> new KeptError(
                        new IndexError(row.getString(1), row.getString(2), row.getString(3)),
                        Ticks.toInstant(row.getLong(4))),
                database,
                index);
    }

    /** Returns how all indexes stand; what was written is read first, so one that has read that far is known to. */
    public SharedLook look() {
        long version =
                connections.first(VERSION, row -> row.getLong(1), database).orElse(0L);
        NodePositions written = ChangeReads.written(connections, database);
        Map<String, Long> elsewhere = new HashMap<>(written.etags());
        elsewhere.remove(node);
        Map<Long, SharedLook.State> indexes = new HashMap<>();
        connections.all(states, row -> indexes.put(row.getLong(1), state(row)), database);
        return new SharedLook(version, written, NodePositions.of(elsewhere), indexes);
    }

    private SharedLook.State state(ResultSet row) throws SQLException {
        long moment = row.getLong(4);
        Instant committed = moment == 0 ? null : Ticks.toInstant(moment);
        return new SharedLook.State(
                holder(row.getString(6), row.getLong(7), row.getBoolean(8)),
                IndexColumns.positions(row.getArray(2), row.getArray(3)),
                committed,
                row.getString(5));
    }

    private SharedLook.Holder holder(@Nullable String holder, long claim, boolean alive) {
        if (node.equals(holder) && claim == epoch) {
            return SharedLook.Holder.HERE;
        }
        return alive ? SharedLook.Holder.ELSEWHERE : SharedLook.Holder.NOBODY;
    }
}
