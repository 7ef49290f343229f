package io.mintmark.storage.postgresql.catalog;

import io.mintmark.storage.document.ChangeVectors;
import io.mintmark.storage.document.DocumentChange;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what other nodes stored and deleted in a database, in the order of their numbers. Stateless. */
final class PeerReads {
    /** Changes that are read at once. */
    static final int PAGE = 1_024;

    /** More than so many at once are not told: those who watch look anew. */
    static final int PAGES_MAX = 64;

    private static final String NOT_HOME = "NULL::text";

    private static final String PAGE_OF_ALL = "SELECT e.deleted, e.counter, e.etag, e.node, e.id, e.home, c.name FROM ("
            + part("FALSE, FALSE", "document", NOT_HOME, "TRUE") + " UNION ALL "
            + part("FALSE, TRUE", "counter", NOT_HOME, "shown")
            + " UNION ALL " + part("home IS NULL, FALSE", "deletion", "home", "TRUE") + " ORDER BY etag, node LIMIT "
            + PAGE
            + ") e (deleted, counter, etag, node, id, home, collection) JOIN collection c ON c.database = ? AND c.number = e.collection"
            + " ORDER BY e.etag, e.node";

    private PeerReads() {}

    /** Each part walks its own index. */
    private static String part(String kind, String table, String home, String condition) {
        return "(SELECT " + kind + ", etag, node, id, " + home + ", collection FROM " + table
                + " WHERE database = ? AND (etag, node) > (?, ?) AND etag <= ? AND node <> ? AND " + condition
                + " ORDER BY etag, node LIMIT " + PAGE + ")";
    }

    /** A change, and its place among all of them; the version of what was brought home is an older one. */
    private record Found(
            boolean deleted,
            boolean counter,
            long etag,
            String node,
            String id,
            @Nullable String home,
            String collection) {
        static Found of(ResultSet row) throws SQLException {
            return new Found(
                    row.getBoolean(1),
                    row.getBoolean(2),
                    row.getLong(3),
                    row.getString(4),
                    row.getString(5),
                    row.getString(6),
                    row.getString(7));
        }

        DocumentChange change(String databaseId) {
            return new DocumentChange(
                    deleted ? DocumentChange.Kind.DELETE : DocumentChange.Kind.PUT,
                    id,
                    collection,
                    home == null ? ChangeVectors.format(node, etag, databaseId) : home);
        }
    }

    private static Object[] parameters(long database, long etag, String node, long last, String own) {
        Object[] part = {database, etag, node, last, own};
        Object[] all = new Object[3 * part.length + 1];
        for (int i = 0; i < 3; i++) {
            System.arraycopy(part, 0, all, i * part.length, part.length);
        }
        all[3 * part.length] = database;
        return all;
    }

    /** Returns all of {@code news}, or nothing if it is too much. */
    static Optional<List<DocumentChange>> of(Connection connection, DatabaseRow watched, String own, News news)
            throws SQLException {
        long etag = news.after();
        // After every write that has this number.
        String node = "~";
        List<DocumentChange> changes = new ArrayList<>();
        for (int page = 0; page < PAGES_MAX; page++) {
            List<Found> found = Statements.rows(
                    connection, Found::of, PAGE_OF_ALL, parameters(watched.number(), etag, node, news.last(), own));
            for (Found each : found) {
                if (news.has(each.node(), each.etag(), each.counter())) {
                    changes.add(each.change(watched.databaseId()));
                }
            }
            if (found.size() < PAGE) {
                return Optional.of(changes);
            }
            etag = found.get(PAGE - 1).etag();
            node = found.get(PAGE - 1).node();
        }
        return Optional.empty();
    }
}
