package io.mintmark.storage.sql;

import io.mintmark.storage.evaluation.EngineException;
import io.mintmark.storage.evaluation.FormerLives;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** The catalog's memory of deleted databases, in the transaction of a connection. Used by one thread. */
public final class SqlFormerLives extends FormerLives {
    private static final int BATCH = 1_000;

    private final Connection connection;
    private final String greatest;

    /** Reads and changes it on {@code connection}, whose engine calls the larger of two numbers {@code greatest}. */
    public SqlFormerLives(Connection connection, String greatest) {
        this.connection = connection;
        this.greatest = greatest;
    }

    /**
     * Uses the memory.
     *
     * @throws SQLException what the engine threw, as any other statement would throw it
     */
    public <T> T use(Function<FormerLives, T> use) throws SQLException {
        try {
            return use.apply(this);
        } catch (EngineException e) {
            if (e.getCause() instanceof SQLException failed) {
                throw failed;
            }
            throw e;
        }
    }

    @Override
    public OptionalLong endOf(String name) {
        return number("SELECT highest_end FROM former_name WHERE name = ?", name);
    }

    @Override
    public OptionalLong endOf(String name, String counter) {
        return number("SELECT highest_end FROM former_counter WHERE name = ? AND counter = ?", name, counter);
    }

    @Override
    public void raiseCounters(String name, long atLeast) {
        execute("UPDATE former_counter SET highest_end = ? WHERE name = ? AND highest_end < ?", atLeast, name, atLeast);
    }

    @Override
    public void putCounters(String name, Map<String, Long> ends) {
        try (PreparedStatement put = connection.prepareStatement("INSERT INTO former_counter VALUES (?, ?, ?)"
                + " ON CONFLICT (name, counter) DO UPDATE"
                + higherEnd("former_counter"))) {
            int waiting = 0;
            for (Map.Entry<String, Long> counter : ends.entrySet()) {
                put.setString(1, name);
                put.setString(2, counter.getKey());
                put.setLong(3, counter.getValue());
                put.addBatch();
                if (++waiting % BATCH == 0) {
                    int[] ignored = put.executeBatch();
                }
            }
            int[] ignored = put.executeBatch();
        } catch (SQLException e) {
            throw new EngineException(e, false);
        }
    }

    private String higherEnd(String table) {
        return " SET highest_end = " + greatest + "(" + table + ".highest_end, excluded.highest_end)";
    }

    @Override
    public void putName(String name, long end) {
        execute(
                "INSERT INTO former_name VALUES (?, (SELECT coalesce(max(sequence), 0) + 1 FROM former_name), ?, 0)"
                        + " ON CONFLICT (name) DO UPDATE" + higherEnd("former_name") + ", sequence = excluded.sequence",
                name,
                end);
        count(name);
    }

    private void count(String name) {
        execute(
                "UPDATE former_name SET counters = (SELECT count(*) FROM former_counter WHERE name = ?) WHERE name = ?",
                name,
                name);
    }

    @Override
    public long counters(String name) {
        return number("SELECT counters FROM former_name WHERE name = ?", name).orElse(0);
    }

    @Override
    public long counters() {
        return number("SELECT coalesce(sum(counters), 0) FROM former_name").orElse(0);
    }

    @Override
    public long names() {
        return number("SELECT count(*) FROM former_name").orElse(0);
    }

    @Override
    public Optional<String> oldestWithCounters() {
        return text("SELECT name FROM former_name WHERE counters > 0 ORDER BY sequence LIMIT 1");
    }

    @Override
    public Optional<String> oldest() {
        return text("SELECT name FROM former_name WHERE name <> '' ORDER BY sequence LIMIT 1");
    }

    @Override
    public void foldLowest(String name, long count) {
        String lowest = "SELECT counter FROM former_counter WHERE name = ? ORDER BY highest_end, counter LIMIT ?";
        long end = number(
                        "SELECT max(highest_end) FROM former_counter WHERE name = ? AND counter IN (" + lowest + ")",
                        name,
                        name,
                        count)
                .orElse(0);
        execute("DELETE FROM former_counter WHERE name = ? AND counter IN (" + lowest + ")", name, name, count);
        execute("UPDATE former_name SET highest_end = " + greatest + "(highest_end, ?) WHERE name = ?", end, name);
        count(name);
    }

    @Override
    public long forget(String name) {
        long own = endOf(name).orElse(0);
        long listed = number("SELECT max(highest_end) FROM former_counter WHERE name = ?", name)
                .orElse(0);
        execute("DELETE FROM former_counter WHERE name = ?", name);
        execute("DELETE FROM former_name WHERE name = ?", name);
        return Math.max(own, listed);
    }

    private Optional<String> text(String sql) {
        try {
            return Statements.row(connection, row -> row.getString(1), sql);
        } catch (SQLException e) {
            throw new EngineException(e, false);
        }
    }

    private OptionalLong number(String sql, Object... parameters) {
        try {
            return Statements.number(connection, sql, parameters);
        } catch (SQLException e) {
            throw new EngineException(e, false);
        }
    }

    private void execute(String sql, Object... parameters) {
        try {
            int ignored = Statements.execute(connection, sql, parameters);
        } catch (SQLException e) {
            throw new EngineException(e, false);
        }
    }
}
