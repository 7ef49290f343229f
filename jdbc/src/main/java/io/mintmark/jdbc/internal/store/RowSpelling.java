package io.mintmark.jdbc.internal.store;

import io.mintmark.jdbc.database.ColumnType;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.CounterRightsException;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.jdbc.internal.JdbcSecrets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds how a table and its columns are spelt in a database that folds unquoted names. */
public final class RowSpelling {
    private RowSpelling() {}

    /** A row whose names exist, what its column holds, and what the column of its serial holds, if it has one. */
    public record Found(CounterAccess.Row row, ColumnType type, Optional<ColumnType> serial) {}

    /** The result of the search: a row, or the database's answer to the names as they were given. */
    public record Search(Optional<Found> found, String missing) {}

    /**
     * Looks for a row under names that the database has: as given, else all lower, else all upper case. A table that is
     * there and may not be read ends the search: another one of a like name is not it.
     *
     * @throws CounterRightsException if a table may not be read
     */
    public static Search find(Connection connection, Dialect dialect, CounterAccess.Row row, String what)
            throws SQLException {
        @Nullable SQLException missing = null;
        for (CounterAccess.Row candidate : candidates(row)) {
            try {
                return new Search(Optional.of(found(connection, dialect, candidate)), "");
            } catch (SQLException e) {
                if (dialect.isWorthRepeating(e)) {
                    throw e;
                }
                if (!dialect.isNotThere(e)) {
                    throw new CounterRightsException(refusal(candidate, what, JdbcSecrets.told(e)));
                }
                missing = missing == null ? e : missing;
            }
        }
        return new Search(Optional.empty(), missing == null ? "" : JdbcSecrets.told(missing));
    }

    /** Returns the row; refuses one that is not there. */
    public static Found require(Connection connection, Dialect dialect, CounterAccess.Row row, String what)
            throws SQLException {
        Search search = find(connection, dialect, row, what);
        return search.found()
                .orElseThrow(() ->
                        new UnsafeCounterException(refusal(row, what, search.missing()) + Spelling.hint(row.name())));
    }

    private static String refusal(CounterAccess.Row row, String what, String why) {
        return what + " must be in a table that exists and may be read: table " + row.name() + ", columns "
                + columns(row) + ": " + why + "; check the names, the schema and the rights of this user";
    }

    private static Set<CounterAccess.Row> candidates(CounterAccess.Row row) {
        Set<CounterAccess.Row> candidates = new LinkedHashSet<>();
        for (UnaryOperator<String> fold : Spelling.FOLDS) {
            for (String schema : Spelling.ofSchema(row.name().schema())) {
                candidates.add(folded(row, schema, fold));
            }
        }
        return candidates;
    }

    private static CounterAccess.Row folded(CounterAccess.Row row, String schema, UnaryOperator<String> fold) {
        Map<String, Object> where = new LinkedHashMap<>();
        row.where().forEach((column, value) -> where.put(fold.apply(column), value));
        return new CounterAccess.Row(
                new SqlName(schema, fold.apply(row.name().name())),
                fold.apply(row.column()),
                where,
                row.createdAt(),
                row.serial().map(fold),
                row.increment().map(fold));
    }

    private static Found found(Connection connection, Dialect dialect, CounterAccess.Row row) throws SQLException {
        String names = columns(row).stream().map(dialect::quote).collect(Collectors.joining(", "));
        String sql = "SELECT " + names + " FROM " + dialect.quote(row.name()) + " WHERE 1 = 0";
        try (Statement statement = connection.createStatement();
                ResultSet nothing = statement.executeQuery(sql)) {
            ResultSetMetaData columns = nothing.getMetaData();
            Optional<ColumnType> serial =
                    row.serial().isPresent() ? Optional.of(dialect.column(columns, 2)) : Optional.empty();
            return new Found(row, dialect.column(columns, 1), serial);
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
