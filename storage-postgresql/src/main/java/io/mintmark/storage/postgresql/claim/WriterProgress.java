package io.mintmark.storage.postgresql.claim;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * How far a node wrote in a database by one of its lanes.
 *
 * @param writer which node, and which lane
 * @param began the numbers of its writes in this database are above this one
 * @param etag the highest that it drew
 * @param serial of its latest lease; says nothing in the lane of documents
 * @param groups how many transactions it made
 */
public record WriterProgress(Writer writer, long began, long etag, long serial, long groups) {
    /** The columns that {@link #of} reads, in their order. */
    public static final String COLUMNS = "node, lane, began, etag, serial, groups";

    /**
     * A lane of a node. Each commits its writes in the order of their numbers; between the two there is none.
     *
     * @param node the node's tag
     */
    public record Writer(String node, Lane lane) {}

    /** Reads the columns that begin at {@code first}. */
    public static WriterProgress of(ResultSet row, int first) throws SQLException {
        return new WriterProgress(
                new Writer(row.getString(first), Lane.of(row.getString(first + 1))),
                row.getLong(first + 2),
                row.getLong(first + 3),
                row.getLong(first + 4),
                row.getLong(first + 5));
    }
}
