package io.mintmark.jdbc;

import io.mintmark.range.BlockRule;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Finds the sequences of a database and the tables that products count with, by their usual names; changes nothing. */
final class Survey {
    private static final int ROWS_MAX = 1_000;

    private final Dialect dialect;

    Survey(Dialect dialect) {
        this.dialect = dialect;
    }

    /** The tables' usual names, and what keeps them. */
    private static List<CounterDescription> usualTables() {
        return List.of(
                CounterDescription.own(SqlName.of(JdbcRanges.TABLE), "").named("Mintmark"),
                Preset.NHIBERNATE_HILO.counter().named("NHibernate hilo, or Hibernate up to 4.3"),
                Preset.HIBERNATE_TABLE_POOLED
                        .counter()
                        .named("Hibernate 5.3 and newer (last used), or NHibernate (next)"),
                Preset.HIBERNATE_MULTIPLE_HILO.counter().named("Hibernate up to 5.6, MultipleHiLoPerTableGenerator"),
                Preset.ECLIPSELINK_TABLE.counter().named("EclipseLink"),
                Preset.OPENJPA_TABLE.counter().named("OpenJPA"),
                Preset.MARTEN_ROW.counter().named("Marten"),
                Preset.POLECAT.counter().named("Polecat"),
                Preset.DOCTRINE_TABLE.counter().named("Doctrine DBAL"));
    }

    List<FoundCounter> run(Connection connection) throws SQLException {
        List<FoundCounter> found = new ArrayList<>(sequences(connection));
        for (CounterDescription usual : usualTables()) {
            found.addAll(rows(connection, usual));
        }
        return found;
    }

    private List<FoundCounter> sequences(Connection connection) throws SQLException {
        List<FoundCounter> found = new ArrayList<>();
        for (SqlName name : dialect.sequences(connection)) {
            Optional<SequenceState> state = dialect.sequence(connection, name);
            state.ifPresent(known -> found.add(sequence(name, known)));
        }
        return found;
    }

    private static FoundCounter sequence(SqlName name, SequenceState state) {
        long increment = state.increment();
        CounterDescription description = new CounterDescription(
                name.toString(),
                new CounterAccess.Sequence(name),
                StoredValue.NEXT,
                BlockRule.low(Math.max(1, increment)),
                List.of());
        String note = increment == 1
                ? "plain, or blocks that are multiplied in the programs"
                : increment < 1
                        ? "does not step upwards"
                        : "blocks of " + increment + ", low or high: ask its programs";
        return new FoundCounter(
                description,
                state.next(),
                OptionalLong.of(increment),
                state.cycles() ? note + "; begins again!" : note);
    }

    private List<FoundCounter> rows(Connection connection, CounterDescription usual) throws SQLException {
        if (!(usual.access() instanceof CounterAccess.Row row)) {
            return List.of();
        }
        CounterAccess.Row found;
        try {
            found = RowSpelling.find(connection, dialect, row, usual.name()).row();
        } catch (UnsafeCounterException e) {
            return List.of();
        }
        return read(connection, usual, found);
    }

    private List<FoundCounter> read(Connection connection, CounterDescription usual, CounterAccess.Row row)
            throws SQLException {
        List<String> keys = List.copyOf(row.where().keySet());
        String columns = keys.stream().map(key -> dialect.quote(key) + ", ").collect(Collectors.joining());
        String sql = "SELECT " + columns + dialect.quote(row.column()) + " FROM " + dialect.quote(row.name());
        List<FoundCounter> found = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setMaxRows(ROWS_MAX);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    Map<String, Object> where = new LinkedHashMap<>();
                    for (int at = 0; at < keys.size(); at++) {
                        where.put(keys.get(at), String.valueOf(rows.getString(at + 1)));
                    }
                    long value = rows.getLong(keys.size() + 1);
                    OptionalLong shown = rows.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
                    found.add(found(usual, row.withWhere(where), shown));
                }
            }
        }
        return found;
    }

    private static FoundCounter found(CounterDescription usual, CounterAccess.Row row, OptionalLong value) {
        String name = row.where().isEmpty()
                ? row.name().toString()
                : row.name() + " " + row.where().values().iterator().next();
        CounterDescription description =
                new CounterDescription(name, row, usual.meaning(), usual.rule(), usual.warnings());
        return new FoundCounter(description, value, OptionalLong.empty(), usual.name());
    }
}
