package io.mintmark.storage.postgresql.catalog;

import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The memory of numbers that nodes reserved ahead in deleted databases, by the key forms of a database's name and of a
 * counter's document. A node that has not heard of a deletion, since its wire is cut, gives such numbers out as long as
 * it has some, so a database of the same name begins above them. Stateless; used within the transaction of a change of
 * the catalog.
 *
 * <p><b>Bounded.</b> Listed are {@value #COUNTERS_MAX} counters a name and {@value #ROWS_MAX} in all. Beyond that the
 * lowest ones are replaced by one number, of their name or of all names, which is the highest of them: that is never
 * wrong, and costs gaps. An empty text stands for what is not listed, as nothing has an empty name.
 */
final class FormerAhead {
    static final int COUNTERS_MAX = 10_000;
    static final int ROWS_MAX = 100_000;

    private static final int BATCH = 1_000;

    /** Folding a tenth at once is rare. */
    private static final int PART = 10;

    private static final String PUT =
            " ON CONFLICT (name, counter) DO UPDATE SET ahead_end = greatest(former_ahead.ahead_end, excluded.ahead_end)";

    private FormerAhead() {}

    /** Remembers what nodes reserved ahead in a database that is being deleted. */
    static void remember(Connection connection, String name, CounterEnds.Furthest ahead) throws SQLException {
        List<Map.Entry<String, Long>> listed = ahead.furthestFirst();
        if (listed.isEmpty()) {
            return;
        }
        try (PreparedStatement put = connection.prepareStatement("INSERT INTO former_ahead VALUES (?, ?, ?)" + PUT)) {
            int waiting = 0;
            for (Map.Entry<String, Long> counter : listed) {
                add(put, name, counter.getKey(), counter.getValue());
                if (++waiting % BATCH == 0) {
                    int[] ignored = put.executeBatch();
                }
            }
            if (ahead.others() > 0) {
                add(put, name, "", ahead.others());
            }
            int[] ignored = put.executeBatch();
        }
        coarsen(connection, name, COUNTERS_MAX, ROWS_MAX);
    }

    private static void add(PreparedStatement put, String name, String counter, long end) throws SQLException {
        Statements.bind(put, name, counter, end);
        put.addBatch();
    }

    /** Folds what is beyond the limits. */
    static void coarsen(Connection connection, String name, int countersMax, int rowsMax) throws SQLException {
        long ofName = count(connection, "SELECT count(*) FROM former_ahead WHERE name = ? AND counter <> ''", name);
        if (ofName > countersMax) {
            fold(connection, "name = ? AND counter <> ''", name, ofName - countersMax);
        }
        long rows = count(connection, "SELECT count(*) FROM former_ahead WHERE name <> ?", "");
        if (rows > rowsMax) {
            fold(connection, "name <> ?", "", rows - rowsMax + rowsMax / PART);
        }
    }

    private static long count(Connection connection, String sql, String name) throws SQLException {
        return Statements.number(connection, sql, name).orElse(0);
    }

    /** Replaces the lowest rows by the one that stands for them. */
    private static void fold(Connection connection, String which, String into, long rows) throws SQLException {
        int ignored = Statements.execute(
                connection,
                "WITH lowest AS (SELECT name, counter FROM former_ahead WHERE " + which
                        + " ORDER BY ahead_end, name, counter LIMIT ?), folded AS (DELETE FROM former_ahead f USING lowest l"
                        + " WHERE f.name = l.name AND f.counter = l.counter RETURNING f.ahead_end)"
                        + " INSERT INTO former_ahead SELECT ?::text, '', max(ahead_end) FROM folded HAVING count(*) > 0"
                        + PUT,
                into,
                rows,
                into);
    }

    /** Returns the highest number by each counter that is listed for a name, and by '' for all others. */
    static Map<String, Long> ofName(Connection connection, String name) throws SQLException {
        Map<String, Long> ends = new HashMap<>();
        for (Map.Entry<String, Long> row : Statements.rows(
                connection,
                found -> Map.entry(found.getString(1), found.getLong(2)),
                "SELECT counter, ahead_end FROM former_ahead WHERE name = ? OR name = ''",
                name)) {
            Long higher = ends.merge(row.getKey(), row.getValue(), Math::max);
        }
        return ends;
    }

    /**
     * Moves counters that came from elsewhere, under the name of deleted databases, above what was reserved ahead
     * there.
     */
    static void lift(Connection connection, String name, long database) throws SQLException {
        int ignored = Statements.execute(
                connection,
                "UPDATE counter c SET max = above.ahead_end, highest_end = greatest(c.highest_end, above.ahead_end),"
                        + " epoch = c.epoch + 1 FROM (SELECT k.key, max(f.ahead_end) AS ahead_end FROM counter k"
                        + " JOIN former_ahead f ON f.name IN (?, '') AND f.counter IN (k.key, '')"
                        + " WHERE k.database = ? GROUP BY k.key) above"
                        + " WHERE c.database = ? AND c.key = above.key AND c.max < above.ahead_end",
                name,
                database,
                database);
    }
}
