package io.mintmark.server.storage.postgresql.peers;

import io.mintmark.server.storage.document.ChangeVectors;
import io.mintmark.server.storage.document.DocumentChange;
import io.mintmark.server.storage.postgresql.pool.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what other nodes stored and deleted in a database, in the order of their numbers. Stateless. */
final class PeerReads {
    /** Changes that are read at once. */
    static final int PAGE = 1_024;

    /** More than so many at once are not told: those who watch look anew. */
    static final int PAGES_MAX = 64;

    private static final String PAGE_OF_ALL = "SELECT e.deleted, e.etag, e.node, e.id, c.name FROM ("
            + part("FALSE", "document", "TRUE") + " UNION ALL " + part("FALSE", "counter", "shown") + " UNION ALL "
            + part("TRUE", "deletion", "TRUE") + " ORDER BY etag, node LIMIT " + PAGE
            + ") e JOIN collection c ON c.database = ? AND c.number = e.collection ORDER BY e.etag, e.node";

    private PeerReads() {}

    /** Each part walks its own index. */
    private static String part(String deleted, String table, String condition) {
        return "(SELECT " + deleted + " AS deleted, etag, node, id, collection FROM " + table
                + " WHERE database = ? AND (etag, node) > (?, ?) AND etag <= ? AND node <> ? AND " + condition
                + " ORDER BY etag, node LIMIT " + PAGE + ")";
    }

    /** A change, and its place among all of them. */
    private record Found(boolean deleted, long etag, String node, String id, String collection) {
        static Found of(ResultSet row) throws SQLException {
            return new Found(
                    row.getBoolean(1), row.getLong(2), row.getString(3), row.getString(4), row.getString(5));
        }

        DocumentChange change(String databaseId) {
            return new DocumentChange(
                    deleted ? DocumentChange.Kind.DELETE : DocumentChange.Kind.PUT,
                    id,
                    collection,
                    ChangeVectors.format(node, etag, databaseId));
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
    static Optional<List<DocumentChange>> of(Connection connection, Watched watched, String own, Map<String, Long> news)
            throws SQLException {
        long database = watched.database().number();
        long last = news.values().stream().mapToLong(Long::longValue).max().orElse(0);
        long etag = watched.after(news);
        // Behind every write that has this number.
        String node = "~";
        List<DocumentChange> changes = new ArrayList<>();
        for (int page = 0; page < PAGES_MAX; page++) {
            List<Found> found = Statements.rows(
                    connection, Found::of, PAGE_OF_ALL, parameters(database, etag, node, last, own));
            for (Found each : found) {
                if (watched.isNews(news, each.node(), each.etag())) {
                    changes.add(each.change(watched.database().databaseId()));
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
