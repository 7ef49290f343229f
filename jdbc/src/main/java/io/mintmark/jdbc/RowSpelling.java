package io.mintmark.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How a table and its columns are spelt in a database that folds unquoted names. */
final class RowSpelling {
    private static final List<UnaryOperator<String>> FOLDS =
            List.of(name -> name, name -> name.toLowerCase(Locale.ROOT), name -> name.toUpperCase(Locale.ROOT));

    private RowSpelling() {}

    /** A row whose names exist, and the largest number that its column holds. */
    record Found(CounterAccess.Row row, long columnMax) {}

    /**
     * Returns the row under names that the database has: as given, else all lower, else all upper case.
     *
     * @throws UnsafeCounterException if there is no such table or column, or the column holds no whole numbers
     */
    static Found find(Connection connection, Dialect dialect, CounterAccess.Row row, String what) throws SQLException {
        @Nullable SQLException missing = null;
        for (CounterAccess.Row candidate : candidates(row)) {
            try {
                return new Found(candidate, columnMax(connection, dialect, candidate, what));
            } catch (SQLException e) {
                if (dialect.isWorthRepeating(e)) {
                    throw e;
                }
                missing = e;
            }
        }
        throw new UnsafeCounterException(what + " must be in a table that exists and may be read: table " + row.name()
                + ", columns " + columns(row) + ": " + (missing == null ? "" : missing.getMessage())
                + "; check the names, the schema and the rights of this user");
    }

    private static Set<CounterAccess.Row> candidates(CounterAccess.Row row) {
        return FOLDS.stream().map(fold -> folded(row, fold)).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static CounterAccess.Row folded(CounterAccess.Row row, UnaryOperator<String> fold) {
        Map<String, Object> where = new LinkedHashMap<>();
        row.where().forEach((column, value) -> where.put(fold.apply(column), value));
        SqlName name = new SqlName(
                row.name().schema().isEmpty() ? "" : fold.apply(row.name().schema()),
                fold.apply(row.name().name()));
        return new CounterAccess.Row(
                name,
                fold.apply(row.column()),
                where,
                row.createdAt(),
                row.serial().map(fold),
                row.increment().map(fold));
    }

    private static long columnMax(Connection connection, Dialect dialect, CounterAccess.Row row, String what)
            throws SQLException {
        String names = columns(row).stream().map(dialect::quote).collect(Collectors.joining(", "));
        String sql = "SELECT " + names + " FROM " + dialect.quote(row.name()) + " WHERE 1 = 0";
        try (Statement statement = connection.createStatement();
                ResultSet nothing = statement.executeQuery(sql)) {
            int type = nothing.getMetaData().getColumnType(1);
            long largest = dialect.largest(type);
            if (largest == 0) {
                throw new UnsafeCounterException(what + " must be whole numbers: the column " + row.column() + " of "
                        + row.name() + " is " + nothing.getMetaData().getColumnTypeName(1)
                        + "; name the column that holds the number");
            }
            return largest;
        }
    }

    private static List<String> columns(CounterAccess.Row row) {
        List<String> columns = new ArrayList<>();
        columns.add(row.column());
        row.serial().ifPresent(columns::add);
        row.increment().ifPresent(columns::add);
        columns.addAll(row.where().keySet());
        return columns;
    }
}
