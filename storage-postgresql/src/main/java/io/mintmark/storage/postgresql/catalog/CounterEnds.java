package io.mintmark.storage.postgresql.catalog;

import io.mintmark.storage.evaluation.FormerEnds;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * How far the counters of a database came that is being deleted: the furthest ones, and the highest of all others. They
 * are read a piece at a time, since there may be more of them than one statement gets through before its answer is
 * given up. Used by one thread.
 */
final class CounterEnds {
    private static final int PIECE = 10_000;
    private static final String ROWS =
            "SELECT key, highest_end, ahead_end FROM counter WHERE database = ? AND key > ? ORDER BY key LIMIT ?";

    private final Furthest reserved = new Furthest(FormerEnds.LISTED_MAX + 1);
    private final Furthest ahead = new Furthest(FormerAhead.COUNTERS_MAX);

    private CounterEnds() {}

    /** Reads them within the transaction of a deletion, after all groups that were under way have ended. */
    static CounterEnds read(Connection connection, long database) throws SQLException {
        return read(connection, database, PIECE);
    }

    static CounterEnds read(Connection connection, long database, int piece) throws SQLException {
        CounterEnds ends = new CounterEnds();
        String after = "";
        List<Row> rows;
        do {
            rows = Statements.rows(connection, Row::of, ROWS, database, after, piece);
            rows.forEach(ends::add);
            after = rows.isEmpty() ? after : rows.get(rows.size() - 1).key;
        } while (rows.size() == piece);
        return ends;
    }

    private record Row(String key, long reserved, long ahead) {
        static Row of(ResultSet row) throws SQLException {
            return new Row(row.getString(1), row.getLong(2), row.getLong(3));
        }
    }

    private void add(Row row) {
        reserved.add(row.key, row.reserved);
        if (row.ahead > 0) {
            ahead.add(row.key, row.ahead);
        }
    }

    /** Returns the ends of what was reserved; {@code otherwise} is at least the end of every counter that was not. */
    FormerEnds reserved(long otherwise) {
        return FormerEnds.of(reserved.furthestFirst(), otherwise);
    }

    /** Returns the ends of what nodes reserved ahead. */
    Furthest ahead() {
        return ahead;
    }

    /** Some counters, and the highest end of those that there was no room for; 0 if there was room for all. */
    static final class Furthest {
        private final int most;
        private final PriorityQueue<Map.Entry<String, Long>> kept =
                new PriorityQueue<>(Map.Entry.<String, Long>comparingByValue());
        private long others;

        Furthest(int most) {
            this.most = most;
        }

        private void add(String key, long end) {
            boolean ignored = kept.add(Map.entry(key, end));
            if (kept.size() > most) {
                others = Math.max(others, kept.remove().getValue());
            }
        }

        List<Map.Entry<String, Long>> furthestFirst() {
            List<Map.Entry<String, Long>> all = new ArrayList<>(kept);
            all.sort(Map.Entry.<String, Long>comparingByValue().reversed());
            return all;
        }

        long others() {
            return others;
        }
    }
}
