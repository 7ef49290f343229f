package io.mintmark.jdbc.internal.store;

import io.mintmark.jdbc.database.ColumnType;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.RowState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads what the rows of a counter's table show; changes nothing. */
public final class RowReader {
    private final Dialect dialect;
    private final CounterAccess.Row row;
    private final ColumnType type;

    /** Rows by what they are found by, and whether there are more of them than were read. */
    public record Rows(Map<Map<String, Object>, RowState> states, long nameless, boolean more) {}

    /**
     * Prepares a look.
     *
     * @param row names that the database has
     * @param type what the row's column holds
     */
    public RowReader(Dialect dialect, CounterAccess.Row row, ColumnType type) {
        this.dialect = dialect;
        this.row = row;
        this.type = type;
    }

    /** Returns what the one row that is the counter shows. */
    public RowState one(Connection connection) throws SQLException {
        String where = row.where().keySet().stream()
                .map(key -> " AND " + dialect.quote(key) + " = ?")
                .collect(Collectors.joining());
        RowState state = missing();
        try (PreparedStatement statement = connection.prepareStatement(select(List.of()) + " WHERE 1 = 1" + where)) {
            int at = 0;
            for (Object key : row.where().values()) {
                statement.setObject(++at, key);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    state = and(state, rows);
                }
            }
        }
        return state;
    }

    /**
     * Returns what all rows show, {@code most} at most; a table without keys has one counter, also if it has no row.
     */
    public Rows all(Connection connection, int most) throws SQLException {
        List<String> keys = List.copyOf(row.where().keySet());
        Map<Map<String, Object>, RowState> states = new LinkedHashMap<>();
        if (keys.isEmpty()) {
            states.put(Map.of(), missing());
        }
        long read = 0;
        long nameless = 0;
        try (PreparedStatement statement = connection.prepareStatement(select(keys))) {
            statement.setMaxRows(most + 1);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next() && ++read <= most) {
                    Optional<Map<String, Object>> where = keys(rows, keys);
                    if (where.isEmpty()) {
                        nameless++;
                        continue;
                    }
                    RowState before = states.getOrDefault(where.get(), missing());
                    states.put(where.get(), and(before, rows));
                }
            }
        }
        return new Rows(states, nameless, read > most);
    }

    /** Returns the state of a counter whose row nobody inserted yet. */
    private RowState missing() {
        return new RowState(type, 0, Optional.empty(), Optional.empty());
    }

    /** Returns {@code state} with one more row of its counter. */
    private RowState and(RowState state, ResultSet row) throws SQLException {
        return new RowState(type, state.rows() + 1, held(row, 1), step(row));
    }

    private String select(List<String> keys) {
        List<String> columns = new ArrayList<>();
        columns.add(row.column());
        row.increment().ifPresent(columns::add);
        columns.addAll(keys);
        return "SELECT " + columns.stream().map(dialect::quote).collect(Collectors.joining(", ")) + " FROM "
                + dialect.quote(row.name());
    }

    private Optional<Object> step(ResultSet rows) throws SQLException {
        return row.increment().isPresent() ? held(rows, 2) : Optional.empty();
    }

    private static Optional<Object> held(ResultSet rows, int column) throws SQLException {
        return Optional.ofNullable(rows.getObject(column));
    }

    /** Returns what a row is found by; empty if a part of it is NULL, which nothing equals. */
    private Optional<Map<String, Object>> keys(ResultSet rows, List<String> keys) throws SQLException {
        int first = row.increment().isPresent() ? 3 : 2;
        Map<String, Object> where = new LinkedHashMap<>();
        for (int at = 0; at < keys.size(); at++) {
            Object key = rows.getObject(first + at);
            if (key == null) {
                return Optional.empty();
            }
            boolean number = key instanceof Integer || key instanceof Long;
            where.put(keys.get(at), number ? key : String.valueOf(rows.getString(first + at)));
        }
        return Optional.of(where);
    }
}
