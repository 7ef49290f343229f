package io.mintmark.storage.postgresql.claim;

import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.write.Growth;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads how fast the numbers of a database grew. Stateless. */
final class StoredGrowth {
    private static final String SINCE = "SELECT max(e.value - coalesce(g.value, d.first_max)) FROM ("
            + "SELECT '" + Growth.COUNTER + "' || key AS key, highest_end AS value FROM counter WHERE database = ?"
            + " UNION ALL SELECT '" + Growth.IDENTITY + "' || key, value FROM identity WHERE database = ?"
            + " UNION ALL SELECT '" + Growth.ETAG + "', max(etag) FROM node_state WHERE database = ?) e"
            + " JOIN database d ON d.number = ? LEFT JOIN growth g ON g.database = d.number AND g.key = e.key";

    private StoredGrowth() {}

    /** Returns what the store knows of the database of that number; empty if it was never sampled. */
    static Optional<Growth> read(Connection connection, long number) throws SQLException {
        OptionalLong moment = row(connection, number, Growth.Row.MOMENT);
        OptionalLong samples = row(connection, number, Growth.Row.SAMPLES);
        if (moment.isEmpty() || samples.isEmpty()) {
            return Optional.empty();
        }
        long steepest = Math.max(
                row(connection, number, Growth.Row.STEEPEST).orElse(0),
                row(connection, number, Growth.Row.STEEPEST_BEFORE).orElse(0));
        long sinceTheLast = Statements.number(connection, SINCE, number, number, number, number)
                .orElse(0);
        return Optional.of(new Growth(moment.getAsLong(), samples.getAsLong(), Math.max(steepest, sinceTheLast)));
    }

    private static OptionalLong row(Connection connection, long number, Growth.Row row) throws SQLException {
        return Statements.number(
                connection, "SELECT value FROM growth WHERE database = ? AND key = ?", number, row.key());
    }
}
