package io.mintmark.server.storage.sqlite.catalog;

import io.mintmark.server.storage.evaluation.EngineException;
import io.mintmark.server.storage.evaluation.FormerRows;
import io.mintmark.server.storage.sqlite.file.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The catalog's memory of deleted databases, in its file. */
final class SqliteFormerRows implements FormerRows {
    private final Connection connection;

    SqliteFormerRows(Connection connection) {
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
        execute("UPDATE former_counter SET highest_end = max(highest_end, ?) WHERE name = ?", atLeast, name);
    }

    @Override
    public void putCounters(String name, Map<String, Long> ends) {
        for (Map.Entry<String, Long> counter : ends.entrySet()) {
            execute(
                    "INSERT INTO former_counter VALUES (?, ?, ?)"
                            + " ON CONFLICT DO UPDATE SET highest_end = max(highest_end, excluded.highest_end)",
                    name,
                    counter.getKey(),
                    counter.getValue());
        }
    }

    @Override
    public void putName(String name, long end) {
        execute(
                "INSERT INTO former_name VALUES (?, (SELECT coalesce(max(sequence), 0) + 1 FROM former_name), ?, 0)"
                        + " ON CONFLICT DO UPDATE SET highest_end = max(highest_end, excluded.highest_end),"
                        + " sequence = excluded.sequence",
                name,
                end);
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
        execute(
                "UPDATE former_name SET highest_end = max(highest_end, ?),"
                        + " counters = (SELECT count(*) FROM former_counter WHERE name = ?) WHERE name = ?",
                end,
                name,
                name);
    }

    @Override
    public long forget(String name) {
        long end = number(
                        "SELECT max((SELECT highest_end FROM former_name WHERE name = ?),"
                                + " coalesce((SELECT max(highest_end) FROM former_counter WHERE name = ?), 0))",
                        name,
                        name)
                .orElse(0);
        execute("DELETE FROM former_counter WHERE name = ?", name);
        execute("DELETE FROM former_name WHERE name = ?", name);
        return end;
    }

    private Optional<String> text(String sql) {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
        } catch (SQLException e) {
            throw new EngineException(e, false);
        }
    }

    private OptionalLong number(String sql, Object... parameters) {
        try {
            return Sql.number(connection, sql, parameters);
        } catch (SQLException e) {
            throw new EngineException(e, false);
        }
    }

    private void execute(String sql, Object... parameters) {
        try {
            int ignored = Sql.execute(connection, sql, parameters);
        } catch (SQLException e) {
            throw new EngineException(e, false);
        }
    }
}
