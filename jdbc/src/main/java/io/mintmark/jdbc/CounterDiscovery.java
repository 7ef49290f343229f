package io.mintmark.jdbc;

import io.mintmark.MintmarkException;
import io.mintmark.jdbc.database.CatalogName;
import io.mintmark.jdbc.database.CatalogTable;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.RowState;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.internal.JdbcSecrets;
import io.mintmark.jdbc.internal.store.RowReader;
import io.mintmark.jdbc.internal.store.RowSpelling;
import java.sql.Connection;
import java.sql.SQLException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the counters of a database; changes nothing.
 *
 * <p>A counter that cannot be read is listed with the reason, and the others are read all the same. Used once, by one
 * thread.
 */
final class CounterDiscovery {
    private static final int ROWS_MAX = 100_000;

    private final Connection connection;
    private final Dialect dialect;
    private final List<FoundCounter> found = new ArrayList<>();
    private final List<UnreadCounter> unread = new ArrayList<>();

    /** The discovery of one object. */
    private interface Look {
        void run() throws SQLException;
    }

    CounterDiscovery(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    /**
     * Looks at everything.
     *
     * @throws SQLException if the catalog itself cannot be read
     */
    Discovery run(List<CounterAccess.Row> also) throws SQLException {
        for (CatalogName name : dialect.sequences(connection)) {
            look(
                    "sequence",
                    name,
                    () -> dialect.sequence(connection, spoken(name))
                            .ifPresent(state -> found.add(FoundCounter.sequence(spoken(name), state))));
        }
        for (CounterAccess.Row row : also) {
            look("table", new CatalogName(row.name().schema(), row.name().name()), () -> told(row));
        }
        String here = dialect.schema(connection);
        for (CatalogTable table : dialect.tables(connection)) {
            CatalogTable near = seenFrom(here, table);
            if (also.stream().noneMatch(row -> isCalled(near, row.name()))) {
                look("table", near.name(), () -> shaped(near));
            }
        }
        return new Discovery(found, unread);
    }

    /** A lost connection ends the discovery: otherwise everything after it would be listed as unread. */
    private void look(String kind, CatalogName name, Look look) throws SQLException {
        try {
            look.run();
        } catch (SQLException e) {
            if (String.valueOf(e.getSQLState()).startsWith("08")) {
                throw e;
            }
            unread.add(new UnreadCounter(kind, name, JdbcSecrets.told(e)));
        } catch (IllegalArgumentException | MintmarkException e) {
            unread.add(new UnreadCounter(kind, name, String.valueOf(e.getMessage())));
        }
    }

    private void told(CounterAccess.Row row) throws SQLException {
        RowSpelling.Found spelt = RowSpelling.require(connection, dialect, row, "the counter " + row.name());
        CounterDescription usual = Preset.HIBERNATE_TABLE_POOLED_LO.counter().named("as --table says");
        read(usual, spelt);
    }

    private void shaped(CatalogTable table) throws SQLException {
        Optional<KnownTables.Match> match = KnownTables.match(table);
        if (match.isPresent()) {
            read(
                    match.get().usual(),
                    RowSpelling.require(connection, dialect, match.get().row(), "a counter"));
        }
    }

    private void read(CounterDescription usual, RowSpelling.Found spelt) throws SQLException {
        CounterAccess.Row row = spelt.row();
        RowReader.Rows rows = new RowReader(dialect, row, spelt.type()).all(connection, ROWS_MAX);
        Map<String, Integer> alike = new HashMap<>();
        rows.states().keySet().forEach(where -> alike.merge(loosely(where), 1, Integer::sum));
        for (Map.Entry<Map<String, Object>, RowState> one : rows.states().entrySet()) {
            CounterAccess.Row named = foundBy(one.getKey(), row);
            boolean alone = alike.getOrDefault(loosely(one.getKey()), 1) == 1;
            RowState state = alone ? one.getValue() : new RowReader(dialect, named, spelt.type()).one(connection);
            found.add(FoundCounter.row(usual, named, state));
        }
        CatalogName name = new CatalogName(row.name().schema(), row.name().name());
        if (rows.nameless() > 0) {
            unread.add(new UnreadCounter(
                    "table",
                    name,
                    "rows whose name is NULL, which no program finds: " + rows.nameless()
                            + "; delete them, or give them a name"));
        }
        if (rows.more()) {
            unread.add(new UnreadCounter(
                    "table", name, "it has more than " + ROWS_MAX + " rows, and the others were not" + " looked at"));
        }
    }

    private static CounterAccess.Row foundBy(Map<String, Object> where, CounterAccess.Row row) {
        return new CounterAccess.Row(row.name(), row.column(), where, row.createdAt(), row.serial(), row.increment());
    }

    /** Returns a name as programs say it; throws {@link IllegalArgumentException} if they cannot. */
    private static SqlName spoken(CatalogName name) {
        return new SqlName(name.schema(), name.name());
    }

    /** Returns the table without its schema, if that is the connection's own. */
    private static CatalogTable seenFrom(String schema, CatalogTable table) {
        CatalogName name = table.name();
        return name.schema().equals(schema)
                ? new CatalogTable(new CatalogName("", name.name()), table.columns())
                : table;
    }

    /** Returns whether a program that says {@code name} means the table. */
    private static boolean isCalled(CatalogTable table, SqlName name) {
        return table.name().toString().equalsIgnoreCase(name.toString());
    }

    /**
     * Returns one text for names that a database may take for one: they differ by case, accents and spaces at their
     * end.
     */
    private static String loosely(Map<String, Object> where) {
        return Normalizer.normalize(where.values().toString(), Normalizer.Form.NFD)
                .replaceAll("\\p{M}|\\s", "")
                .toLowerCase(Locale.ROOT);
    }
}
