package io.mintmark.server.storage.sqlite.catalog;

import io.mintmark.server.storage.sqlite.file.Sql;
import io.mintmark.server.storage.sqlite.row.FormerEnds;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The catalog's memory of deleted databases: how far each counter had come, so that a late return of theirs, without a
 * token, rewinds no database that bears the name later.
 *
 * <p><b>Bounded.</b> Listed are {@value FormerEnds#LISTED_MAX} counters a name, {@value #COUNTERS_MAX} in all, and
 * {@value #NAMES_MAX} names. Beyond that what is remembered gets coarser, never wrong: the lowest counters of a name, then
 * all counters of the names deleted longest ago, then those names themselves are replaced by one number each, which is
 * the highest of them. A number too high costs gaps: a successor takes no return without a token until its counter has
 * passed it.
 */
final class FormerLives {
    static final int COUNTERS_MAX = 100_000;
    static final int NAMES_MAX = 10_000;

    /** Stands for all names that are not listed: no database has an empty name. */
    private static final String ALL_OTHERS = "";

    private final Connection connection;

    FormerLives(Connection connection) {
        this.connection = connection;
    }

    /** Returns whether anything is remembered that concerns a database of that name. */
    boolean knows(String name) throws SQLException {
        return ofName(name).isPresent();
    }

    /** Returns at least the highest end that a counter of deleted databases of that name ever had. */
    long highestEnd(String name, String counter) throws SQLException {
        OptionalLong listed =
                number("SELECT highest_end FROM former_counter WHERE name = ? AND counter = ?", name, counter);
        return listed.isPresent() ? listed.getAsLong() : ofName(name).orElse(0);
    }

    private OptionalLong ofName(String name) throws SQLException {
        OptionalLong own = number("SELECT highest_end FROM former_name WHERE name = ?", name);
        return own.isPresent() ? own : number("SELECT highest_end FROM former_name WHERE name = ?", ALL_OTHERS);
    }

    /** Remembers a database that is being deleted, together with all of its name before it. */
    void remember(String name, FormerEnds ends) throws SQLException {
        long before = ofName(name).orElse(0);
        // What an earlier life has listed may have come as far, in this one, as what this one does not list.
        execute("UPDATE former_counter SET highest_end = max(highest_end, ?) WHERE name = ?", ends.others(), name);
        for (Map.Entry<String, Long> counter : ends.listed().entrySet()) {
            execute(
                    "INSERT INTO former_counter VALUES (?, ?, ?)"
                            + " ON CONFLICT DO UPDATE SET highest_end = max(highest_end, excluded.highest_end)",
                    name,
                    counter.getKey(),
                    Math.max(before, counter.getValue()));
        }
        name(name, Math.max(before, ends.others()));
        coarsenName(name);
        while (counters() > COUNTERS_MAX && coarsenOldest()) {}
        while (number("SELECT count(*) FROM former_name").orElse(0) > NAMES_MAX) {
            forgetOldestName();
        }
    }

    private void name(String name, long end) throws SQLException {
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

    private void coarsenName(String name) throws SQLException {
        long surplus =
                number("SELECT counters FROM former_name WHERE name = ?", name).orElse(0) - FormerEnds.LISTED_MAX;
        if (surplus > 0) {
            coarsen(name, surplus);
        }
    }

    /** Replaces the counters of the name deleted longest ago by one number; returns whether there was one. */
    private boolean coarsenOldest() throws SQLException {
        try (PreparedStatement oldest = connection.prepareStatement(
                        "SELECT name FROM former_name WHERE counters > 0 ORDER BY sequence LIMIT 1");
                ResultSet row = oldest.executeQuery()) {
            if (!row.next()) {
                return false;
            }
            coarsen(row.getString(1), Long.MAX_VALUE);
            return true;
        }
    }

    /** Replaces the {@code count} lowest counters of a name by one number. */
    private void coarsen(String name, long count) throws SQLException {
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

    private void forgetOldestName() throws SQLException {
        String oldest = "(SELECT name FROM former_name WHERE name <> '' ORDER BY sequence LIMIT 1)";
        long end = number("SELECT max((SELECT highest_end FROM former_name WHERE name = " + oldest + "),"
                        + " coalesce((SELECT max(highest_end) FROM former_counter WHERE name = " + oldest + "), 0))")
                .orElse(0);
        execute("DELETE FROM former_counter WHERE name = " + oldest);
        execute("DELETE FROM former_name WHERE name = " + oldest);
        name(ALL_OTHERS, end);
    }

    private long counters() throws SQLException {
        return number("SELECT coalesce(sum(counters), 0) FROM former_name").orElse(0);
    }

    private OptionalLong number(String sql, Object... parameters) throws SQLException {
        return Sql.number(connection, sql, parameters);
    }

    private void execute(String sql, Object... parameters) throws SQLException {
        int ignored = Sql.execute(connection, sql, parameters);
    }
}
