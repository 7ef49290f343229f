package io.mintmark.jdbc.internal.connection;

import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.jdbc.internal.JdbcSecrets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;

/**
 * Databases in memory of which each connection has one of its own: SQLite's without a name, and H2's without a name. A
 * pool's connections then see different tables, which no message of a database tells.
 */
public final class PrivateDatabases {
    private PrivateDatabases() {}

    /** Returns what its user should know, if each connection to this database has another one. */
    public static Optional<String> hint(Connection connection) {
        try {
            return Optional.ofNullable(connection.getMetaData().getURL()).flatMap(PrivateDatabases::hint);
        } catch (SQLException e) {
            return Optional.empty();
        }
    }

    static Optional<String> hint(String url) {
        String remedy = remedy(url.toLowerCase(Locale.ROOT));
        return remedy.isEmpty()
                ? Optional.empty()
                : Optional.of("each connection to " + JdbcSecrets.hide(url)
                        + " has a database of its own, so none sees what"
                        + " another one wrote; name the database (" + remedy + "), use a file, or let the pool have one"
                        + " connection that it keeps");
    }

    private static String remedy(String url) {
        if (isPrivateSqlite(url)) {
            return "jdbc:sqlite:file:NAME?mode=memory&cache=shared";
        }
        return url.equals("jdbc:h2:mem:") || url.startsWith("jdbc:h2:mem:;")
                ? "jdbc:h2:mem:NAME;DB_CLOSE_DELAY=-1"
                : "";
    }

    private static boolean isPrivateSqlite(String url) {
        if (!url.startsWith("jdbc:sqlite:")) {
            return false;
        }
        String place = url.substring("jdbc:sqlite:".length());
        String name = place.replaceFirst("\\?.*", "");
        boolean inMemory = name.startsWith("file:")
                ? name.equals("file::memory:") || place.contains("mode=memory")
                : name.isEmpty() || name.equals(":memory:");
        return inMemory && !(name.startsWith("file:") && place.contains("cache=shared"));
    }

    /** Returns the failure with the hint, if there is one for this connection. */
    static SQLException explained(SQLException failure, Connection connection) {
        return hint(connection)
                .map(hint -> new SQLException(
                        failure.getMessage() + "; " + hint, failure.getSQLState(), failure.getErrorCode(), failure))
                .orElse(failure);
    }

    /** The same for a refusal. */
    static UnsafeCounterException explained(UnsafeCounterException refusal, Connection connection) {
        return hint(connection)
                .map(hint -> {
                    UnsafeCounterException explained = new UnsafeCounterException(refusal.getMessage() + "; " + hint);
                    explained.initCause(refusal);
                    return explained;
                })
                .orElse(refusal);
    }
}
