package io.mintmark.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;

/** Users of a test's database that may do less than its owner. */
final class Logins {
    private Logins() {}

    /** Returns the counters of a user who may read {@code object}, a table or a sequence, and change nothing. */
    static JdbcRanges reader(TestDatabase database, String object) throws SQLException {
        String user = TestDatabase.fresh("reader");
        switch (database) {
            case POSTGRES ->
                database.execute(
                        "CREATE ROLE " + user + " LOGIN PASSWORD 'x'", "GRANT SELECT ON " + object + " TO " + user);
            case H2 ->
                database.execute(
                        "CREATE USER " + user + " PASSWORD 'x'",
                        "GRANT SELECT ON " + (object.equals(JdbcRanges.TABLE) ? '"' + object + '"' : object) + " TO "
                                + user);
            case SQLITE, MARIADB -> database.source();
        }
        return login(database, user);
    }

    /** Returns the counters of a user. SQLite has none and MariaDB runs without rights here: both are told to read only. */
    static JdbcRanges login(TestDatabase database, String user) throws SQLException {
        Properties login = new Properties();
        switch (database) {
            case POSTGRES, H2 -> {
                login.setProperty("user", user);
                login.setProperty("password", "x");
            }
            case SQLITE -> login.setProperty("open_mode", "1");
            case MARIADB -> {
                login.setProperty("user", "root");
                login.setProperty("sslMode", "disable");
                login.setProperty("sessionVariables", "tx_read_only=1");
            }
        }
        try (Connection connection = database.source().getConnection()) {
            return JdbcRanges.over(withoutUser(connection.getMetaData().getURL()), login);
        }
    }

    /** A user in the URL takes precedence over the one beside it. */
    private static String withoutUser(String url) {
        return url.startsWith("jdbc:sqlite:") ? url : url.replaceFirst("[?].*", "");
    }
}
