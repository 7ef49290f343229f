package io.mintmark.storage.postgresql.claim;

import io.mintmark.storage.postgresql.sql.StoreAge;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far what all databases of a store share had come.
 *
 * @param id tells the store from all others
 * @param catalog grows with each change of the list of databases, of a setting, and of the access list
 * @param age grows with each heartbeat of any node
 */
public record SeenStore(String id, long catalog, long age) {
    private static final Pattern LINE = Pattern.compile("store ([A-Za-z0-9+/]{22}) ([0-9]{1,18})(?: ([0-9]{1,18}))?");

    static Optional<SeenStore> of(String line) {
        Matcher parts = LINE.matcher(line);
        return parts.matches()
                ? Optional.of(new SeenStore(
                        parts.group(1),
                        Long.parseLong(parts.group(2)),
                        parts.group(3) == null ? 0 : Long.parseLong(parts.group(3))))
                : Optional.empty();
    }

    /** Reads what the store says now. */
    public static SeenStore read(Connection connection) throws SQLException {
        return Statements.row(
                        connection,
                        row -> new SeenStore(row.getString(1), row.getLong(2), row.getLong(3)),
                        "SELECT id, catalog, " + StoreAge.SQL + " FROM cluster")
                .orElseThrow(() -> new SQLException("the table cluster has lost its row"));
    }

    String line() {
        return "store " + id + ' ' + catalog + ' ' + age + '\n';
    }
}
