package io.mintmark.jdbc.internal.store;

import io.mintmark.document.KeyForm;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.database.UnsafeCounterException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the row of our own table that a name means. Names of the same {@linkplain KeyForm key form} are one counter
 * (promise G10), however a program spells them and however the database compares them.
 *
 * <p>Rows are made in key form. One that was made with capitals goes on to be the counter; a second one beside it is
 * refused, because numbers came from both.
 */
public final class OwnRowFinder {
    private OwnRowFinder() {}

    /** Returns {@code row}, a row of our own table, under the name that its table has for {@code given}. */
    public static CounterAccess.Row resolve(Connection connection, Dialect dialect, CounterAccess.Row row, String given)
            throws SQLException {
        String column = row.where().keySet().iterator().next();
        List<String> spellings = spellings(connection, dialect, row.name(), column, given);
        if (spellings.size() > 1) {
            throw new UnsafeCounterException("the counter " + given + " must be one row, and the table " + row.name()
                    + " has it under several spellings: " + spellings
                    + "; stop its programs, leave the row with the highest number and delete the others");
        }
        String name = spellings.isEmpty() ? KeyForm.of(given) : spellings.get(0);
        return new CounterAccess.Row(
                row.name(), row.column(), Map.of(column, name), row.createdAt(), row.serial(), row.increment());
    }

    /** Returns whether the table of {@code access} is there and has a row that {@code given} names. */
    public static boolean isThere(Connection connection, Dialect dialect, CounterAccess access, String given)
            throws SQLException {
        if (!(access instanceof CounterAccess.Row row)) {
            return false;
        }
        Optional<RowSpelling.Found> table = RowSpelling.find(connection, dialect, row, "the counter " + given)
                .found();
        if (table.isEmpty()) {
            return false;
        }
        CounterAccess.Row spelt = table.get().row();
        String column = spelt.where().keySet().iterator().next();
        return !spellings(connection, dialect, spelt.name(), column, given).isEmpty();
    }

    /** A database may lower fewer letters than we do, so that the spelling given is looked for, too. */
    private static List<String> spellings(
            Connection connection, Dialect dialect, SqlName table, String column, String given) throws SQLException {
        String key = KeyForm.of(given);
        String name = dialect.quote(column);
        String sql = "SELECT " + name + " FROM " + dialect.quote(table) + " WHERE " + name + " = ? OR " + name
                + " = ? OR LOWER(" + name + ") = ?";
        List<String> found = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, key);
            statement.setString(2, given);
            statement.setString(3, key);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    String spelt = rows.getString(1);
                    if (KeyForm.of(spelt).equals(key)) {
                        found.add(spelt);
                    }
                }
            }
        }
        return found;
    }
}
