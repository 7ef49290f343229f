package io.mintmark.storage.postgresql.claim;

import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.write.Growth;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads how fast the numbers of a database grew. Stateless. */
final class StoredGrowth {
    private static final String SINCE = "SELECT max(e.value - coalesce(g.value, d.first_max)) FROM ("
            + "SELECT '" + Growth.COUNTER + "' || key AS key, highest_end AS value FROM counter WHERE database = ?"
            + " UNION ALL SELECT '" + Growth.IDENTITY + "' || key, value FROM identity WHERE database = ?"
            + " UNION ALL SELECT '" + Growth.ETAG + "', max(etag) FROM node_state WHERE database = ?) e"
            + " JOIN database d ON d.number = ? LEFT JOIN growth g ON g.database = d.number AND g.key = e.key";
    private static final String ROWS = "SELECT key, value FROM growth WHERE database = ? AND key NOT LIKE '"
            + Growth.COUNTER + "%' AND key NOT LIKE '" + Growth.IDENTITY + "%'";

    private StoredGrowth() {}

    /** Returns what the store knows of the database of that number; empty if it was never sampled. */
    static Optional<Growth> read(Connection connection, long number) throws SQLException {
        Map<String, Long> rows = new HashMap<>();
        Statements.each(connection, row -> rows.put(row.getString(1), row.getLong(2)), ROWS, number);
        return Growth.of(
                rows,
                Statements.number(connection, SINCE, number, number, number, number)
                        .orElse(0));
    }
}
