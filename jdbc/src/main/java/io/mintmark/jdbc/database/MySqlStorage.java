package io.mintmark.jdbc.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What keeps a table or sequence of MariaDB or MySQL from outliving a crash, whatever the server's settings are. */
final class MySqlStorage {
    private static final String ENGINE = "SELECT coalesce(engine, table_type) FROM information_schema.tables"
            + " WHERE table_schema = coalesce(nullif(?, ''), database()) AND table_name = ?";

    private MySqlStorage() {}

    /** Returns why a table or sequence is not durable; empty if it is. */
    static List<String> whyNotDurable(Connection connection, Dialect dialect, SqlName name) throws SQLException {
        List<String> reasons = new ArrayList<>();
        String definition = definition(connection, dialect, name, reasons);
        if (definition.startsWith("CREATE TEMPORARY ")) {
            throw UnsafeCounterException.onlyHere(name.toString());
        }
        String engine = Dialect.text(connection, ENGINE, name.schema(), name.name());
        if (!engine.equalsIgnoreCase("InnoDB")) {
            reasons.add(name + (engine.isEmpty() ? " is not shown" : " is kept by " + engine)
                    + ", and only InnoDB is known to sync");
        }
        if (definition.contains("DATA DIRECTORY=")) {
            reasons.add(name + " is in a DATA DIRECTORY of its own, and whether its disk stays is not seen");
        }
        if (!secondColumn(connection, "SHOW GLOBAL STATUS LIKE 'Slaves_running'")
                .matches("0?")) {
            reasons.add("this server is a replica, and what it applies may lower the number");
        }
        return reasons;
    }

    /**
     * The schema's catalog shows no temporary tables before MariaDB 11.2, and one may hide a table of the same name.
     */
    private static String definition(Connection connection, Dialect dialect, SqlName name, List<String> reasons)
            throws SQLException {
        try {
            return secondColumn(connection, "SHOW CREATE TABLE " + dialect.quote(name));
        } catch (SQLException e) {
            if (dialect.isWorthRepeating(e)) {
                throw e;
            }
            reasons.add("this login may not see how " + name + " was created");
            return "";
        }
    }

    /** Returns what a SHOW statement has beside the name in its first row; empty if it has none. */
    static String secondColumn(Connection connection, String show) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(show);
                ResultSet rows = statement.executeQuery()) {
            return rows.next() ? String.valueOf(rows.getString(2)) : "";
        }
    }
}
