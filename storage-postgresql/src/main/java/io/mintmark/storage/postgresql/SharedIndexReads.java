package io.mintmark.storage.postgresql;

import io.mintmark.storage.index.NodePositions;
import io.mintmark.storage.index.SharedIndexes;
import io.mintmark.storage.index.SharedLook;
import io.mintmark.storage.postgresql.sql.IndexColumns;
import io.mintmark.storage.row.Ticks;
import io.mintmark.storage.sql.QueryRunner;
import io.mintmark.storage.sql.SqlQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How the indexes of a database stand at all nodes. Safe for any number of threads. */
final class SharedIndexReads {
    private static final String LIST = "SELECT version, content FROM index_list WHERE database = ?";
    private static final String VERSION = "SELECT coalesce(max(version), 0) FROM index_list WHERE database = ?";

    private final QueryRunner queries;
    private final long database;
    private final String node;
    private final long epoch;
    private final String states;

    /**
     * Reads for the claim {@code epoch} of {@code node}.
     *
     * @param alive the condition under which the node lives that a row names
     */
    SharedIndexReads(QueryRunner queries, long database, String node, long epoch, String alive) {
        this.queries = queries;
        this.database = database;
        this.node = node;
        this.epoch = epoch;
        this.states = "SELECT p.number, p.nodes, p.etags, p.moment, p.failure, p.node, coalesce(p.epoch, 0), " + alive
                + " FROM index_progress p WHERE p.database = ?";
    }

    /** Returns the list that was stored last. */
    SharedIndexes.Listed list() {
        return queries.first(new SqlQuery(LIST, database), SharedIndexReads::listed)
                .orElseGet(() -> new SharedIndexes.Listed(0, new byte[0]));
    }

    /** Returns the same, or nothing if its version is {@code known}. */
    Optional<SharedIndexes.Listed> listAfter(long known) {
        return queries.first(new SqlQuery(LIST + " AND version <> ?", database, known), SharedIndexReads::listed);
    }

    private static SharedIndexes.Listed listed(ResultSet row) throws SQLException {
        return new SharedIndexes.Listed(row.getLong(1), row.getBytes(2));
    }

    /** Returns how all indexes stand; what was written is read first, so one that has read that far is known to. */
    SharedLook look() {
        long version = queries.number(new SqlQuery(VERSION, database));
        NodePositions written = new PostgresFlavour(database).written(queries);
        Map<String, Long> elsewhere = new HashMap<>(written.etags());
        elsewhere.remove(node);
        Map<Long, SharedLook.State> indexes = new HashMap<>();
        queries.all(new SqlQuery(states, database), row -> indexes.put(row.getLong(1), state(row)));
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
