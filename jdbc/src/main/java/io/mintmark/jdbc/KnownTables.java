package io.mintmark.jdbc;

import io.mintmark.jdbc.database.CatalogTable;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.SqlName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Recognizes tables of counters by their columns: users of a product rename its table and keep its columns.
 *
 * <p>A table that has all columns of a product's counters is one, whatever it is called. If one other column stands
 * where the name of the row is expected, its owner renamed that column, too.
 */
final class KnownTables {
    /** The products' tables, with their usual names. */
    private static final List<CounterDescription> USUAL = List.of(
            CounterDescription.own(SqlName.of(JdbcRanges.TABLE), "any").named("Mintmark"),
            Preset.NHIBERNATE_HILO.counter().named("NHibernate hilo, or Hibernate up to 4.3"),
            Preset.HIBERNATE_TABLE_POOLED.counter().named("Hibernate 5.3 and newer (last used), or NHibernate (next)"),
            Preset.HIBERNATE_MULTIPLE_HILO.counter().named("Hibernate up to 5.6, MultipleHiLoPerTableGenerator"),
            Preset.ECLIPSELINK_TABLE.counter().named("EclipseLink"),
            Preset.OPENJPA_TABLE.counter().named("OpenJPA"),
            Preset.MARTEN_ROW.counter().named("Marten"),
            Preset.POLECAT.counter().named("Polecat"),
            Preset.DOCTRINE_TABLE.counter().named("Doctrine DBAL"),
            Preset.HIBERNATE_ROW_POOLED.counter().named("Hibernate, a sequence forced to a table (next)"));

    private KnownTables() {}

    /** A table that is a counter, or many: what keeps it, and where, under the names that the table has. */
    record Match(CounterDescription usual, CounterAccess.Row row) {}

    /** Returns what a table counts for, if its columns are those of a counter. */
    static Optional<Match> match(CatalogTable table) {
        List<CounterDescription> fitting =
                USUAL.stream().filter(usual -> fits(rowOf(usual), table)).toList();
        return fitting.stream()
                .filter(usual -> isNamed(rowOf(usual), table))
                .findFirst()
                .or(() -> fitting.stream().findFirst())
                .map(usual -> new Match(usual, spelt(rowOf(usual), table, keyColumns(rowOf(usual), table))))
                .or(() -> otherwiseKeyed(table));
    }

    /** A table of a usual name may have more columns; a table of another name that has more is no counter. */
    private static boolean fits(CounterAccess.Row row, CatalogTable table) {
        List<String> wanted = wanted(row).toList();
        boolean whole = wanted.stream().allMatch(column -> has(table, column));
        boolean more = table.columns().size() > wanted.size();
        return whole && (!more || (isNamed(row, table) && !row.where().isEmpty()));
    }

    private static Stream<String> wanted(CounterAccess.Row row) {
        return Stream.of(
                        Stream.of(row.column()),
                        row.where().keySet().stream(),
                        row.serial().stream(),
                        row.increment().stream())
                .flatMap(columns -> columns);
    }

    /** A number and one column beside it: the rows' names are in that. */
    private static Optional<Match> otherwiseKeyed(CatalogTable table) {
        return USUAL.stream()
                .filter(usual -> rowOf(usual).increment().isEmpty())
                .filter(usual -> table.columns().size() == 2)
                .filter(usual -> has(table, rowOf(usual).column()))
                .findFirst()
                .map(usual -> new Match(usual, spelt(rowOf(usual), table, onlyOther(rowOf(usual), table))));
    }

    private static Map<String, Object> onlyOther(CounterAccess.Row row, CatalogTable table) {
        Map<String, Object> key = new LinkedHashMap<>();
        table.columns().stream()
                .filter(column -> !column.equalsIgnoreCase(row.column()))
                .forEach(column -> key.put(column, ""));
        return key;
    }

    private static Map<String, Object> keyColumns(CounterAccess.Row row, CatalogTable table) {
        Map<String, Object> keys = new LinkedHashMap<>();
        row.where().keySet().forEach(key -> keys.put(spelt(table, key), ""));
        return keys;
    }

    private static CounterAccess.Row spelt(CounterAccess.Row row, CatalogTable table, Map<String, Object> keys) {
        return new CounterAccess.Row(
                new SqlName(table.name().schema(), table.name().name()),
                spelt(table, row.column()),
                keys,
                row.createdAt(),
                row.serial().flatMap(column -> column(table, column)),
                row.increment().flatMap(column -> column(table, column)));
    }

    /** Returns a column under the spelling that the table has. */
    private static Optional<String> column(CatalogTable table, String any) {
        return table.columns().stream().filter(any::equalsIgnoreCase).findFirst();
    }

    private static boolean has(CatalogTable table, String any) {
        return column(table, any).isPresent();
    }

    private static String spelt(CatalogTable table, String any) {
        return column(table, any).orElse(any);
    }

    /** Returns whether a program that counts with {@code program} may be counting with what is {@code here}. */
    static boolean mayBe(CounterAccess.Row here, CounterAccess.Row program) {
        return mayBe(here.name().name(), program.name().name(), USUAL.stream().map(KnownTables::nameOf))
                && mayBe(
                        here.column(),
                        program.column(),
                        USUAL.stream().map(usual -> rowOf(usual).column()))
                && here.serial().isPresent() == program.serial().isPresent()
                && here.increment().isPresent() == program.increment().isPresent()
                && mayHaveKeys(here, program);
    }

    private static boolean mayHaveKeys(CounterAccess.Row here, CounterAccess.Row program) {
        if (here.where().isEmpty() || program.where().isEmpty()) {
            // NHibernate's hilo finds the row of a table that has several by a condition of its user's.
            return here.where().isEmpty() == program.where().isEmpty()
                    || (program.where().isEmpty() && program.column().equalsIgnoreCase("next_hi"));
        }
        return mayBe(key(here), key(program), USUAL.stream().flatMap(usual -> rowOf(usual).where().keySet().stream()));
    }

    /** A usual name must be the program's own; another one may be anybody's. */
    private static boolean mayBe(String here, String program, Stream<String> usual) {
        return here.equalsIgnoreCase(program) || usual.noneMatch(here::equalsIgnoreCase);
    }

    private static String key(CounterAccess.Row row) {
        return row.where().keySet().iterator().next();
    }

    private static boolean isNamed(CounterAccess.Row row, CatalogTable table) {
        return row.name().name().equalsIgnoreCase(table.name().name());
    }

    private static String nameOf(CounterDescription usual) {
        return usual.access().name().name();
    }

    private static CounterAccess.Row rowOf(CounterDescription usual) {
        return (CounterAccess.Row) usual.access();
    }
}
