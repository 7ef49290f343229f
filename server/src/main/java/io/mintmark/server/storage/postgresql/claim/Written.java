package io.mintmark.server.storage.postgresql.claim;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * How far a node wrote in a database.
 *
 * @param node its tag
 * @param etag the highest that it drew
 * @param serial of its latest lease
 * @param groups how many transactions it made
 */
public record Written(String node, long etag, long serial, long groups) {
    /** The columns that {@link #of} reads, in their order. */
    public static final String COLUMNS = "node, etag, serial, groups";

    /** Reads the columns that begin at {@code first}. */
    public static Written of(ResultSet row, int first) throws SQLException {
        return new Written(
                row.getString(first), row.getLong(first + 1), row.getLong(first + 2), row.getLong(first + 3));
    }
}
