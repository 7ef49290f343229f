package io.mintmark.storage.postgresql.sql;

import io.mintmark.storage.index.IndexProgress;
import io.mintmark.storage.index.NodePositions;
import io.mintmark.storage.row.GroupIndexes;
import io.mintmark.storage.row.IndexListRow;
import io.mintmark.storage.row.IndexProgressRow;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fetches what a group asks of indexes: how far they have come, and their list. Stateless.
 *
 * <p>How far an index has come is read without a lock, and changed at the group's end only if it is still so: a node
 * that falls asleep within a group must not keep others from taking its indexes over.
 */
public final class IndexColumns {
    private static final String PROGRESS = "SELECT number, commits, nodes, etags, clearing, node, epoch"
            + " FROM index_progress WHERE database = ? AND number = ANY(?)";
    private static final String LIST = "SELECT version, content FROM index_list WHERE database = ? FOR UPDATE";

    private IndexColumns() {}

    public static void addProgress(SqlScript script, long database, Set<Long> indexes, GroupIndexes into) {
        script.query(
                PROGRESS,
                row -> into.progress().fetched(row.getLong(1), progress(row)),
                database,
                indexes.toArray(Long[]::new));
    }

    public static void addList(SqlScript script, long database, GroupIndexes into) {
        script.query(
                LIST,
                row -> into.list()
                        .fetched(GroupIndexes.LIST, new IndexListRow(row.getLong(1), row.getBytes(2), Set.of())),
                database);
    }

    private static IndexProgressRow progress(ResultSet row) throws SQLException {
        String position = positions(row.getArray(3), row.getArray(4)).text();
        return new IndexProgressRow(
                new IndexProgress(row.getLong(2), position, row.getBoolean(5)), row.getString(6), row.getLong(7));
    }

    /** Reads how far an index has come among the writes of each node: the nodes, and the etag of each. */
    public static NodePositions positions(Array nodes, Array etags) throws SQLException {
        String[] names = (String[]) nodes.getArray();
        Long[] numbers = (Long[]) etags.getArray();
        Map<String, Long> positions = new HashMap<>();
        for (int i = 0; i < names.length; i++) {
            positions.put(names[i], numbers[i]);
        }
        return NodePositions.of(positions);
    }

    static String[] nodes(@Nullable String position) {
        return NodePositions.parse(position).etags().keySet().toArray(String[]::new);
    }

    static Long[] etags(@Nullable String position) {
        return NodePositions.parse(position).etags().values().toArray(Long[]::new);
    }
}
