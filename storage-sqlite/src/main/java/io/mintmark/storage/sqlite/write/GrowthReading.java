package io.mintmark.storage.sqlite.write;

import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.Damage;
import io.mintmark.storage.sqlite.file.RowChecksum;
import io.mintmark.storage.sqlite.file.StateRow;
import io.mintmark.storage.write.Growth;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads how fast the numbers of a database grew, from a file that nobody has open. Stateless. */
public final class GrowthReading {
    private static final String COUNTERS = since("counter", "highest_end", Growth.COUNTER);
    private static final String IDENTITIES = since("identity", "value", Growth.IDENTITY);

    private GrowthReading() {}

    private static String since(String table, String column, String prefix) {
        return "SELECT max(n." + column + " - coalesce(g.value, ?)) FROM " + table
                + " n LEFT JOIN growth g ON g.key = '" + prefix + "' || n.key";
    }

    /** Returns what the database knows; empty if it was never sampled. Refuses a damaged row. */
    public static Optional<Growth> read(Connection connection) throws SQLException {
        Map<String, Long> rows = rows(connection);
        Long moment = rows.get(Growth.Row.MOMENT.key());
        Long samples = rows.get(Growth.Row.SAMPLES.key());
        if (moment == null || samples == null) {
            return Optional.empty();
        }
        long steepest = Math.max(
                rows.getOrDefault(Growth.Row.STEEPEST.key(), 0L),
                rows.getOrDefault(Growth.Row.STEEPEST_BEFORE.key(), 0L));
        return Optional.of(new Growth(moment, samples, Math.max(steepest, sinceTheLast(connection, rows))));
    }

    private static long sinceTheLast(Connection connection, Map<String, Long> rows) throws SQLException {
        StateRow state = StateRow.read(connection);
        long etags = state.etag() - rows.getOrDefault(Growth.ETAG, state.firstMax());
        long counters =
                Statements.number(connection, COUNTERS, state.firstMax()).orElse(0);
        long identities =
                Statements.number(connection, IDENTITIES, state.firstMax()).orElse(0);
        return Math.max(etags, Math.max(counters, identities));
    }

    private static Map<String, Long> rows(Connection connection) throws SQLException {
        RowChecksum checksum = new RowChecksum();
        Map<String, Long> rows = new HashMap<>();
        try (PreparedStatement all = connection.prepareStatement("SELECT key, value, checksum FROM growth"
                        + " WHERE key NOT LIKE '" + Growth.COUNTER + "%' AND key NOT LIKE '" + Growth.IDENTITY + "%'");
                ResultSet row = all.executeQuery()) {
            while (row.next()) {
                if (row.getLong(3) != checksum.ofPair(row.getString(1), row.getLong(2))) {
                    throw Damage.ofRow("the growth " + row.getString(1));
                }
                rows.put(row.getString(1), row.getLong(2));
            }
        }
        return rows;
    }
}
