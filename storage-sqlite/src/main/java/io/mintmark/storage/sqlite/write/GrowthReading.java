package io.mintmark.storage.sqlite.write;

import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.RowChecksum;
import io.mintmark.storage.sqlite.file.StateRow;
import io.mintmark.storage.write.Growth;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads how fast the numbers of a database grew, from a file that nobody has open. Stateless. */
public final class GrowthReading {
    private static final String SINCE = "SELECT max(e.value - coalesce(g.value, ?)) FROM (SELECT '" + Growth.COUNTER
            + "' || key AS key, highest_end AS value FROM counter UNION ALL SELECT '" + Growth.IDENTITY
            + "' || key, value FROM identity UNION ALL SELECT '" + Growth.ETAG
            + "', etag FROM state) e LEFT JOIN growth g ON g.key = e.key";
    private static final String ROWS = "SELECT key, value, checksum FROM growth WHERE key NOT LIKE '" + Growth.COUNTER
            + "%' AND key NOT LIKE '" + Growth.IDENTITY + "%'";

    private GrowthReading() {}

    /** Returns what the database knows; empty if it was never sampled. Refuses a damaged row. */
    public static Optional<Growth> read(Connection connection) throws SQLException {
        RowChecksum checksum = new RowChecksum();
        Map<String, Long> rows = new HashMap<>();
        Statements.each(connection, row -> rows.put(row.getString(1), checksum.readPair(row, "the growth ")), ROWS);
        StateRow state = StateRow.read(connection);
        return Growth.of(
                rows, Statements.number(connection, SINCE, state.firstMax()).orElse(0));
    }
}
