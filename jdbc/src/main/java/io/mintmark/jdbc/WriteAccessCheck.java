package io.mintmark.jdbc;

import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.CounterRightsException;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.RowState;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.internal.JdbcSecrets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Checks before the first use that this login may move a counter. A replica, or a login that only reads, would
 * otherwise fail when the first number is wanted.
 *
 * <p>A row is checked by statements that could change it and match nothing.
 */
final class WriteAccessCheck {
    private static final String SEQUENCE_RIGHTS = "the right to use and to read it";

    private final CounterDescription counter;
    private final Dialect dialect;

    WriteAccessCheck(CounterDescription counter, Dialect dialect) {
        this.counter = counter;
        this.dialect = dialect;
    }

    /** Refuses a row that may not be changed, or inserted where it is missing. */
    void requireRow(Connection connection, CounterAccess.Row row, RowState state) throws SQLException {
        String table = dialect.quote(row.name());
        String column = dialect.quote(row.column());
        require(connection, row, "UPDATE " + table + " SET " + column + " = " + column + " WHERE 1 = 0");
        if (state.rows() == 0) {
            String columns = columns(row).stream().map(dialect::quote).collect(Collectors.joining(", "));
            require(
                    connection,
                    row,
                    "INSERT INTO " + table + " (" + columns + ") SELECT " + columns + " FROM " + table
                            + " WHERE 1 = 0");
        }
    }

    private static List<String> columns(CounterAccess.Row row) {
        List<String> columns = new ArrayList<>(row.where().keySet());
        columns.add(row.column());
        row.serial().ifPresent(columns::add);
        return columns;
    }

    private void require(Connection connection, CounterAccess.Row row, String changesNothing) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(changesNothing);
        } catch (SQLException e) {
            // Others who hold a lock, or the one writer of SQLite, show that the database can be written to.
            if (!dialect.isWorthRepeating(e)) {
                throw refused("change the table " + row.name(), JdbcSecrets.told(e), "SELECT, INSERT and UPDATE on it");
            }
        }
    }

    /** Refuses a sequence that may not be drawn from. */
    void requireSequence(Connection connection, SqlName sequence) throws SQLException {
        Optional<String> why = dialect.whyNotDrawn(connection, sequence);
        if (why.isPresent()) {
            throw refused("draw from the sequence " + sequence, why.get(), SEQUENCE_RIGHTS);
        }
    }

    /** Returns the refusal of a sequence that may not be read. */
    CounterRightsException unreadable(SqlName sequence, SQLException why) {
        return refused("read the sequence " + sequence, JdbcSecrets.told(why), SEQUENCE_RIGHTS);
    }

    private CounterRightsException refused(String what, String why, String rights) {
        return new CounterRightsException("the counter " + counter + " cannot move: this login may not " + what
                + ", or the database reads only: " + why + "; grant it " + rights + ", or connect to the primary");
    }
}
