package io.mintmark.storage.postgresql.catalog;

import io.mintmark.MintmarkException;
import io.mintmark.storage.lifecycle.MoveSource;
import io.mintmark.storage.lifecycle.MovedTable;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What moves beside databases: client configurations, and how far deleted databases had come. Used by one thread. */
final class MovedCatalog {
    /** A setting of one database ends with its number. */
    private static final Pattern OF_A_DATABASE = Pattern.compile("(.*/)([0-9]{1,18})");

    private final MoveSource source;
    private final Map<Long, Long> numbers;

    /** Moves what {@code source} has; {@code numbers} says which number each database got. */
    MovedCatalog(MoveSource source, Map<Long, Long> numbers) {
        this.source = source;
        this.numbers = numbers;
    }

    private List<Object[]> rows(MovedTable table) {
        List<Object[]> rows = new ArrayList<>();
        source.readShared(table, rows::add);
        return rows;
    }

    /** Refuses settings for all databases that the store has otherwise; returns true. */
    boolean requireAgreement(Connection connection) throws SQLException {
        for (Object[] setting : rows(MovedTable.SETTING)) {
            Optional<byte[]> present = OF_A_DATABASE
                            .matcher((String) setting[0])
                            .matches()
                    ? Optional.empty()
                    : Statements.row(
                            connection, row -> row.getBytes(1), "SELECT value FROM setting WHERE name = ?", setting[0]);
            if (present.isPresent() && !Arrays.equals(present.get(), (byte[]) setting[2])) {
                throw new MintmarkException("The store has another " + setting[0]
                        + " for all databases than the directory, so nothing moves: store the same one in both.");
            }
        }
        return true;
    }

    /** Puts all of it into the store; what is there and further stays. */
    void put(Connection connection) throws SQLException {
        boolean agreed = requireAgreement(connection);
        for (Object[] setting : rows(MovedTable.SETTING)) {
            Optional<String> name = agreed ? name((String) setting[0]) : Optional.empty();
            if (name.isPresent()) {
                Statements.execute(
                        connection,
                        "INSERT INTO setting (name, etag, value) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE"
                                + " SET etag = greatest(setting.etag, excluded.etag)",
                        name.get(),
                        setting[1],
                        setting[2]);
            }
        }
        putFormer(connection);
        Statements.execute(
                connection, "UPDATE cluster SET first_max = greatest(first_max, ?) WHERE one = 1", source.firstMax());
    }

    /** Returns the name here; empty for a database that is not there any more. */
    private Optional<String> name(String there) {
        Matcher parts = OF_A_DATABASE.matcher(there);
        if (!parts.matches()) {
            return Optional.of(there);
        }
        return Optional.ofNullable(numbers.get(Long.parseLong(parts.group(2)))).map(number -> parts.group(1) + number);
    }

    private void putFormer(Connection connection) throws SQLException {
        for (Object[] counter : rows(MovedTable.FORMER_COUNTER)) {
            Statements.execute(
                    connection,
                    "INSERT INTO former_counter VALUES (?, ?, ?) ON CONFLICT (name, counter) DO UPDATE"
                            + " SET highest_end = greatest(former_counter.highest_end, excluded.highest_end)",
                    counter);
        }
        for (Object[] name : rows(MovedTable.FORMER_NAME)) {
            Statements.execute(
                    connection,
                    "INSERT INTO former_name VALUES (?, (SELECT coalesce(max(sequence), 0) + 1 FROM former_name), ?, 0)"
                            + " ON CONFLICT (name) DO UPDATE"
                            + " SET highest_end = greatest(former_name.highest_end, excluded.highest_end)",
                    name);
        }
        Statements.execute(
                connection,
                "UPDATE former_name SET counters = (SELECT count(*) FROM former_counter"
                        + " WHERE former_counter.name = former_name.name)");
    }
}
