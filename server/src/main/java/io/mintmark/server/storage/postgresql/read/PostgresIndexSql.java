package io.mintmark.server.storage.postgresql.read;

import io.mintmark.server.storage.index.RowKey;
import io.mintmark.server.storage.postgresql.table.IndexColumns;
import io.mintmark.server.storage.sql.IndexSql;
import io.mintmark.server.storage.sql.Query;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rows of the indexes of one database, of all kinds at once.
 *
 * @param database number of the database
 */
record PostgresIndexSql(long database) implements IndexSql {
    private static final String ASKED = " FROM index_row r"
            + " JOIN unnest(?::bigint[], ?::text[]) AS n (kind, key) ON r.kind = n.kind AND r.key = n.key"
            + " WHERE r.database = ? AND r.number = ?";
    private static final String ROWS = "SELECT r.kind, r.key, r.content" + ASKED;
    private static final String BYTES = "SELECT coalesce(sum(octet_length(r.content)), 0)" + ASKED;
    private static final String SOME =
            "SELECT key FROM index_row WHERE database = ? AND number = ? AND kind = ? LIMIT ?";

    /** So few rows are read without a look at their sizes. */
    private static final int ROWS_UNMEASURED = 4;

    @Override
    public @Nullable String position(ResultSet row, int column) throws SQLException {
        return IndexColumns.positions(row.getArray(column), row.getArray(column + 1))
                .text();
    }

    @Override
    public List<Query> rows(long index, Collection<RowKey> keys) {
        return keys.isEmpty() ? List.of() : List.of(asked(ROWS, index, keys));
    }

    @Override
    public Optional<Query> bytes(long index, Collection<RowKey> keys) {
        return keys.size() > ROWS_UNMEASURED ? Optional.of(asked(BYTES, index, keys)) : Optional.empty();
    }

    private Query asked(String sql, long index, Collection<RowKey> keys) {
        return new Query(
                sql,
                keys.stream().map(key -> (long) key.kind().ordinal()).toArray(Long[]::new),
                keys.stream().map(RowKey::key).toArray(String[]::new),
                database,
                index);
    }

    @Override
    public Query some(long index, RowKey.Kind kind, int limit) {
        return new Query(SOME, database, index, (long) kind.ordinal(), (long) limit);
    }
}
