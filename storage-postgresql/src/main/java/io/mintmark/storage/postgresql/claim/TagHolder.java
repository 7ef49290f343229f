package io.mintmark.storage.postgresql.claim;

import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * A tag as its row shows it.
 *
 * @param tag which
 * @param epoch of the claim on it
 * @param url where its holder says that it answers
 * @param state what its holder does; see the table
 * @param beats how many heartbeats were made under it
 * @param silentSeconds how long ago the latest one came by the engine's clock, which may have been set since
 */
record TagHolder(String tag, long epoch, String url, String state, long beats, double silentSeconds) {
    private static final String ALL = "SELECT tag, epoch, url, state, beats,"
            + " CAST(EXTRACT(EPOCH FROM clock_timestamp() - heartbeat) AS DOUBLE PRECISION) FROM node ORDER BY tag";

    /** Returns all of them, by tag. */
    static List<TagHolder> all(Connection connection) throws SQLException {
        return Statements.rows(connection, TagHolder::of, ALL);
    }

    private static TagHolder of(ResultSet row) throws SQLException {
        return new TagHolder(
                row.getString(1), row.getLong(2), row.getString(3), row.getString(4), row.getLong(5), row.getDouble(6));
    }

    /** Returns whether nobody holds it. */
    boolean isFree() {
        return state.equals("left") || state.equals("lapsed");
    }

    /** Returns whether no heartbeat came between the two. */
    boolean isSilentSince(TagHolder earlier) {
        return epoch == earlier.epoch && beats == earlier.beats;
    }

    @Override
    public String toString() {
        return url.isEmpty() ? tag : tag + " at " + url;
    }
}
