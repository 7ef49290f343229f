package io.mintmark.jdbc.database;

import io.mintmark.jdbc.internal.ScalarQuery;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What keeps a table or sequence of PostgreSQL from outliving a crash, whatever the server's settings are. Partitions
 * and children count as well: the counter's row may be in any of them.
 */
final class PostgresStorage {
    private static final String OBJECTS =
            "WITH RECURSIVE kept AS (SELECT CAST(to_regclass(CAST(? AS text)) AS oid) AS oid UNION"
                    + " SELECT i.inhrelid FROM pg_catalog.pg_inherits i JOIN kept ON i.inhparent = kept.oid)"
                    + " SELECT CAST(CAST(c.oid AS regclass) AS text), c.relkind, c.relpersistence, c.relhasrules,"
                    + " coalesce(m.amname, 'heap'), coalesce(t.spcname, 'pg_default'),"
                    + " EXISTS (SELECT 1 FROM pg_catalog.pg_subscription_rel r WHERE r.srrelid = c.oid)"
                    + " FROM kept JOIN pg_catalog.pg_class c ON c.oid = kept.oid"
                    + " JOIN pg_catalog.pg_database d ON d.datname = current_database()"
                    + " LEFT JOIN pg_catalog.pg_am m ON m.oid = c.relam LEFT JOIN pg_catalog.pg_tablespace t"
                    + " ON t.oid = coalesce(nullif(c.reltablespace, CAST(0 AS oid)), d.dattablespace)";

    /**
     * The source of a function in a language that can be read, unless settings of its own change what names mean in it.
     */
    private static final String SOURCE = "SELECT p.prosrc FROM pg_catalog.pg_proc p"
            + " JOIN pg_catalog.pg_language l ON l.oid = p.prolang"
            + " WHERE p.oid = CAST(to_regproc(CAST(? AS text)) AS oid)"
            + " AND l.lanname IN ('sql', 'plpgsql') AND p.proconfig IS NULL";

    private static final String WORD = "(?:\"(?:[^\"]|\"\")+\"|[\\p{L}_][\\p{L}\\p{N}_$]*)";

    /** What a statement writes; a variable that a value is selected into looks alike, and is no table. */
    private static final Pattern WRITTEN =
            Pattern.compile("(?i)\\b(?:update|into)\\s+(?:only\\s+)?(" + WORD + "(?:\\." + WORD + ")?)");

    /** Ordinary and partitioned tables, sequences. */
    private static final Set<String> PLAIN = Set.of("r", "p", "S");

    private PostgresStorage() {}

    /** Returns why a table or sequence is not durable, for each part of it; empty if it is. */
    static List<String> whyNotDurable(Connection connection, String quoted) throws SQLException {
        List<String> reasons = new ArrayList<>();
        if (!read(connection, quoted, reasons)) {
            reasons.add("what keeps " + quoted + " is not seen");
        }
        return reasons;
    }

    /** Returns the same for a function, by the tables that its source says it writes. */
    static List<String> whyFunctionNotDurable(Connection connection, String quoted) throws SQLException {
        List<String> reasons = new ArrayList<>();
        Matcher written = WRITTEN.matcher(ScalarQuery.text(connection, SOURCE, quoted));
        boolean seen = false;
        while (written.find()) {
            seen |= read(connection, written.group(1), reasons);
        }
        if (!seen) {
            reasons.add("which table the function " + quoted + " writes is not seen");
        }
        return reasons;
    }

    /** Adds the reasons of an object and its parts; returns whether there is one. */
    private static boolean read(Connection connection, String name, List<String> reasons) throws SQLException {
        boolean seen = false;
        try (PreparedStatement statement = connection.prepareStatement(OBJECTS)) {
            statement.setString(1, name);
            try (ResultSet parts = statement.executeQuery()) {
                while (parts.next()) {
                    seen = true;
                    reason(parts).filter(why -> !reasons.contains(why)).ifPresent(reasons::add);
                }
            }
        }
        return seen;
    }

    private static Optional<String> reason(ResultSet part) throws SQLException {
        String name = part.getString(1);
        return switch (part.getString(3)) {
            case "t" -> throw UnsafeCounterException.onlyHere(name);
            case "u" -> Optional.of(name + " is UNLOGGED, and a crash resets it");
            default -> ofLogged(name, part);
        };
    }

    private static Optional<String> ofLogged(String name, ResultSet part) throws SQLException {
        String kind = part.getString(2);
        if (!PLAIN.contains(kind)) {
            return Optional.of(name + (kind.equals("f") ? " is a foreign table" : " is a view")
                    + ", and what keeps the number is not seen");
        }
        if (part.getBoolean(4)) {
            return Optional.of(name + " has rules, which may write elsewhere");
        }
        if (!part.getString(5).equals("heap")) {
            return Optional.of(name + " is kept by the access method " + part.getString(5) + ", which is not known");
        }
        if (!part.getString(6).equals("pg_default")) {
            return Optional.of(
                    name + " is in the tablespace " + part.getString(6) + ", and whether its disk stays is not seen");
        }
        return part.getBoolean(7)
                ? Optional.of(name + " is written by a subscription, which may lower it")
                : Optional.empty();
    }
}
