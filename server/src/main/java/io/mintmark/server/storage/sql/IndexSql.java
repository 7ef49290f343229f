package io.mintmark.server.storage.sql;

import io.mintmark.server.storage.index.RowKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How an engine spells reads of the rows of indexes. Thread-safe. */
public interface IndexSql {
    /** Reads how far an index has come, from a column and those behind it. */
    @Nullable String position(ResultSet row, int column) throws SQLException;

    /** Returns what finds rows by their keys: kind, key, content. */
    List<Query> rows(long index, Collection<RowKey> keys);

    /** Returns how many bytes they have, where the driver has all rows in memory before the first one is seen. */
    default Optional<Query> bytes(long index, Collection<RowKey> keys) {
        return Optional.empty();
    }

    /** Returns keys of rows of a kind. */
    Query some(long index, RowKey.Kind kind, int limit);
}
