package io.mintmark.server.storage.postgresql.catalog;

import io.mintmark.server.storage.evaluation.EngineException;
import io.mintmark.server.storage.evaluation.FormerRows;
import io.mintmark.server.storage.postgresql.pool.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The memory of deleted databases, in the tables that all nodes share. */
final class PostgresFormerRows implements FormerRows {
    private static final int BATCH = 1_000;

    private final Connection connection;

    PostgresFormerRows(Connection connection) {
        this.connection = connection;
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
                + " SET highest_end = greatest(former_counter.highest_end, excluded.highest_end)")) {
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

    @Override
    public void putName(String name, long end) {
        execute(
                "INSERT INTO former_name VALUES (?, (SELECT coalesce(max(sequence), 0) + 1 FROM former_name), ?, 0)"
                        + " ON CONFLICT (name) DO UPDATE"
                        + " SET highest_end = greatest(former_name.highest_end, excluded.highest_end),"
                        + " sequence = excluded.sequence",
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
        return number("SELECT sum(counters) FROM former_name").orElse(0);
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
        execute("UPDATE former_name SET highest_end = greatest(highest_end, ?) WHERE name = ?", end, name);
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
