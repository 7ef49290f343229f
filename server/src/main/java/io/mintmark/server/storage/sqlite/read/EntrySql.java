package io.mintmark.server.storage.sqlite.read;

import io.mintmark.server.storage.document.Listing;
import io.mintmark.server.storage.row.KeyPrefix;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The statements that read documents and the counters that look like documents, in one order.
 *
 * <p>Both kinds yield the same columns; {@code max} is -1 for an ordinary document. Each half of a listing walks its
 * own index, and SQLite merges the two, so a page costs what it shows.
 */
final class EntrySql {
    static final String DOCUMENT =
            "SELECT d.key AS key, d.id AS id, d.etag AS etag, d.node AS node, d.modified AS modified,"
                    + " c.name AS collection, d.metadata AS metadata, d.body AS body, -1 AS max"
                    + " FROM document d CROSS JOIN collection c ON c.number = d.collection WHERE ";
    private static final String COUNTER =
            "SELECT n.key AS key, n.id AS id, n.etag AS etag, n.node AS node, n.modified AS modified,"
                    + " c.name AS collection, n.metadata AS metadata, n.body AS body, n.max AS max"
                    + " FROM counter n CROSS JOIN collection c ON c.number = n.collection WHERE n.shown = 1 AND ";

    // The places of the columns: to look for one by its name at every row takes longer than to read it.
    static final int ID = 2;
    static final int ETAG = 3;
    static final int NODE = 4;
    static final int MODIFIED = 5;
    static final int COLLECTION = 6;
    static final int METADATA = 7;
    static final int BODY = 8;
    static final int MAX = 9;

    /** One document by {@link Head}: each column costs several calls into native code, and three of them fit into one. */
    static final String ONE_DOCUMENT = "SELECT d.id, d.etag || ' ' || d.modified || ' ' || d.node, c.name, d.metadata,"
            + " d.body FROM document d CROSS JOIN collection c ON c.number = d.collection WHERE d.key = ?1";

    static final String ONE_COUNTER = COUNTER + "n.key = ?1";
    static final String VERSION_OF_DOCUMENT =
            "SELECT id, etag || ' ' || modified || ' ' || node FROM document WHERE key = ?1";
    static final String VERSION_OF_COUNTER =
            "SELECT id, etag || ' ' || modified || ' ' || node FROM counter WHERE shown = 1 AND key = ?1";

    private static final String BY_PREFIX = DOCUMENT + "d.key >= ?1 AND d.key < ?2 UNION ALL " + COUNTER
            + "n.key >= ?1 AND n.key < ?2 ORDER BY key LIMIT ?3";
    private static final String NEWEST_FIRST =
            DOCUMENT + "d.etag < ?1 UNION ALL " + COUNTER + "n.etag < ?1 ORDER BY etag DESC LIMIT ?2";
    private static final String OLDEST_FIRST =
            DOCUMENT + "d.etag >= ?1 UNION ALL " + COUNTER + "n.etag >= ?1 ORDER BY etag LIMIT ?2";

    private EntrySql() {}

    /**
     * The second column where one entry is asked for.
     *
     * @param etag of its latest write
     * @param modified when that was, as {@link io.mintmark.server.storage.row.Ticks}
     * @param node who wrote
     */
    record Head(long etag, long modified, String node) {
        static Head of(ResultSet row) throws SQLException {
            String text = row.getString(2);
            int first = text.indexOf(' ');
            int second = text.indexOf(' ', first + 1);
            return new Head(
                    Long.parseLong(text, 0, first, 10),
                    Long.parseLong(text, first + 1, second, 10),
                    text.substring(second + 1));
        }
    }

    static ResultSet list(ReadStatements statements, Listing listing, int limit) throws SQLException {
        if (listing instanceof Listing.ByPrefix byPrefix) {
            PreparedStatement statement = statements.of(BY_PREFIX);
            statement.setString(1, KeyPrefix.lowerBound(byPrefix.keyPrefix(), byPrefix.after()));
            statement.setString(2, KeyPrefix.upperBound(byPrefix.keyPrefix()));
            statement.setInt(3, limit);
            return statement.executeQuery();
        }
        boolean newest = listing instanceof Listing.NewestFirst;
        PreparedStatement statement = statements.of(newest ? NEWEST_FIRST : OLDEST_FIRST);
        statement.setLong(
                1,
                newest
                        ? EtagPosition.bound((Listing.NewestFirst) listing)
                        : EtagPosition.bound((Listing.OldestFirst) listing));
        statement.setInt(2, limit);
        return statement.executeQuery();
    }
}
