package io.mintmark.storage.postgresql.sql;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several statements that go to the engine together and take one round trip. If one fails, those after it are not run.
 * Used once, by one thread.
 */
public final class SqlScript {
    private final List<Step> steps = new ArrayList<>();

    /** Reads one row of a result. */
    @FunctionalInterface
    public interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    /** Judges how many rows a statement changed. */
    @FunctionalInterface
    public interface CountReader {
        void read(int rows) throws SQLException;
    }

    /** One statement: its rows are read, or how many it changed. */
    private record Step(
            String sql,
            Object[] parameters,
            @Nullable RowReader rows,
            @Nullable CountReader count) {}

    /** Adds a query, each row of which goes to {@code rows}. */
    public SqlScript query(String sql, RowReader rows, Object... parameters) {
        steps.add(new Step(sql, parameters, rows, null));
        return this;
    }

    /** Adds a statement that changes rows; how many goes to {@code count}. */
    public SqlScript update(String sql, CountReader count, Object... parameters) {
        steps.add(new Step(sql, parameters, null, count));
        return this;
    }

    /** Adds a statement that may change any number of rows. */
    public SqlScript update(String sql, Object... parameters) {
        return update(sql, any -> {}, parameters);
    }

    /** Runs all of them, in their order. */
    public void run(Connection connection) throws SQLException {
        StringBuilder all = new StringBuilder();
        for (Step step : steps) {
            all.append(step.sql).append(';');
        }
        try (PreparedStatement statement = connection.prepareStatement(all.toString())) {
            bindAll(connection, statement);
            boolean rows = statement.execute();
            for (Step step : steps) {
                finish(step, statement, rows);
                rows = statement.getMoreResults();
            }
        }
    }

    /** Sets the parameters of one statement: numbers, texts, truths, bytes, and arrays of them. */
    public static void bind(Connection connection, PreparedStatement statement, Object... parameters)
            throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            bind(connection, statement, i + 1, parameters[i]);
        }
    }

    private void bindAll(Connection connection, PreparedStatement statement) throws SQLException {
        int at = 0;
        for (Step step : steps) {
            for (Object parameter : step.parameters) {
                bind(connection, statement, ++at, parameter);
            }
        }
    }

    private static void bind(Connection connection, PreparedStatement statement, int at, Object parameter)
            throws SQLException {
        if (parameter instanceof Long number) {
            statement.setLong(at, number);
        } else if (parameter instanceof String text) {
            statement.setString(at, text);
        } else if (parameter instanceof Boolean truth) {
            statement.setBoolean(at, truth);
        } else if (parameter instanceof byte[] bytes) {
            statement.setBytes(at, bytes);
        } else if (parameter instanceof Object[] elements) {
            Array array = connection.createArrayOf(elementType(elements), elements);
            statement.setArray(at, array);
        } else {
            statement.setObject(at, parameter, Types.OTHER);
        }
    }

    private static String elementType(Object[] elements) {
        if (elements instanceof Long[]) {
            return "int8";
        }
        if (elements instanceof Boolean[]) {
            return "bool";
        }
        return elements instanceof byte[][] ? "bytea" : "text";
    }

    private static void finish(Step step, PreparedStatement statement, boolean hasRows) throws SQLException {
        RowReader reader = step.rows;
        if (reader != null && hasRows) {
            try (ResultSet rows = statement.getResultSet()) {
                while (rows.next()) {
                    reader.read(rows);
                }
            }
        } else if (step.count != null) {
            step.count.read(statement.getUpdateCount());
        }
    }
}
