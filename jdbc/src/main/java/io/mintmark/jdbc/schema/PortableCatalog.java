package io.mintmark.jdbc.schema;

import io.mintmark.jdbc.database.CatalogName;
import io.mintmark.jdbc.database.CatalogTable;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.schema.SchemaReport.NotJudged;
import io.mintmark.jdbc.schema.SchemaView.ColumnName;
import io.mintmark.jdbc.schema.SchemaView.KeyColumn;
import io.mintmark.jdbc.schema.SchemaView.SequenceUse;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The catalog of a database as its driver shows it to everybody: keys, defaults and the columns that the database
 * counts by itself.
 *
 * <p>A primary key is an index in each of these databases. Neither ownership nor what a crash resets is shown.
 */
final class PortableCatalog implements SchemaCatalog {
    /** Databases that keep the next number above every id, also above one that a program brings. */
    private static final Set<String> FOLLOWING = Set.of("MariaDB", "MySQL", "SQLite");

    private static final Pattern NEXT_VALUE = Pattern.compile("(?i)(?:next value for |nextval\\()(.+?)\\)?");

    private static final Set<Integer> NUMBERS =
            Set.of(Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.NUMERIC, Types.DECIMAL);

    private final Dialect dialect;

    PortableCatalog(Dialect dialect) {
        this.dialect = dialect;
    }

    @Override
    public SchemaView read(Connection connection, Set<String> schemas) throws SQLException {
        List<NotJudged> leftOut = new ArrayList<>();
        List<KeyColumn> keys = new ArrayList<>();
        for (CatalogTable table : dialect.tables(connection)) {
            if (schemas.isEmpty() || schemas.contains(table.name().schema())) {
                key(connection, table.name(), leftOut).ifPresent(keys::add);
            }
        }
        List<SqlName> names = new ArrayList<>();
        for (CatalogName name : dialect.sequences(connection)) {
            named(name, leftOut).ifPresent(names::add);
        }
        List<SequenceUse> sequences =
                names.stream().map(sequence -> used(sequence, names, keys)).toList();
        return new SchemaView(keys, sequences, Set.of(), leftOut);
    }

    private static Optional<SqlName> named(CatalogName name, List<NotJudged> leftOut) {
        try {
            return Optional.of(new SqlName(name.schema(), name.name()));
        } catch (IllegalArgumentException e) {
            leftOut.add(new NotJudged(name.toString(), String.valueOf(e.getMessage()), false));
            return Optional.empty();
        }
    }

    private Optional<KeyColumn> key(Connection connection, CatalogName table, List<NotJudged> leftOut)
            throws SQLException {
        Optional<SqlName> name = named(table, leftOut);
        List<String> columns = new ArrayList<>();
        if (name.isPresent()) {
            try (ResultSet row = connection
                    .getMetaData()
                    .getPrimaryKeys(catalogOf(connection, table), schemaOf(table), table.name())) {
                while (row.next()) {
                    columns.add(String.valueOf(row.getString("COLUMN_NAME")));
                }
            }
        }
        if (columns.size() > 1) {
            leftOut.add(new NotJudged(
                    table.toString(),
                    "its key has " + columns.size() + " columns, and none is known to be counted",
                    true));
        }
        Optional<KeyColumn> key =
                columns.size() == 1 ? column(connection, name.orElseThrow(), columns.get(0)) : Optional.empty();
        key.filter(of -> of.byItself() && !FOLLOWING.contains(dialect.name()))
                .ifPresent(of -> leftOut.add(new NotJudged(
                        of.toString(),
                        dialect.name() + " does not raise the next number above ids that programs bring, and nobody"
                                + " looked whether it is",
                        false)));
        return key;
    }

    private Optional<KeyColumn> column(Connection connection, SqlName table, String column) throws SQLException {
        CatalogName name = new CatalogName(table.schema(), table.name());
        DatabaseMetaData data = connection.getMetaData();
        try (ResultSet row = data.getColumns(
                catalogOf(connection, name), schemaOf(name), escaped(data, table.name()), escaped(data, column))) {
            while (row.next()) {
                if (column.equals(row.getString("COLUMN_NAME")) && NUMBERS.contains(row.getInt("DATA_TYPE"))) {
                    boolean byItself = "YES".equals(row.getString("IS_AUTOINCREMENT")) || isRowid(row);
                    String expression = byItself ? "" : Objects.requireNonNullElse(row.getString("COLUMN_DEF"), "");
                    return Optional.of(
                            new KeyColumn(new ColumnName(table, column), true, true, false, expression, byItself, ""));
                }
            }
        }
        return Optional.empty();
    }

    /** SQLite gives an INTEGER key the next number above all rows, whether or not it is called AUTOINCREMENT. */
    private boolean isRowid(ResultSet row) throws SQLException {
        return dialect.name().equals("SQLite")
                && String.valueOf(row.getString("TYPE_NAME")).equalsIgnoreCase("INTEGER");
    }

    private static String escaped(DatabaseMetaData data, String name) throws SQLException {
        String escape = data.getSearchStringEscape();
        return name.replace(escape, escape + escape).replace("_", escape + "_").replace("%", escape + "%");
    }

    /** What others call a schema is a catalog in MariaDB and MySQL. */
    private @Nullable String catalogOf(Connection connection, CatalogName table) throws SQLException {
        boolean isCatalog =
                dialect.quote("a").startsWith("`") && !table.schema().isEmpty();
        return isCatalog ? table.schema() : connection.getCatalog();
    }

    private @Nullable String schemaOf(CatalogName table) {
        boolean isCatalog = dialect.quote("a").startsWith("`");
        return isCatalog || table.schema().isEmpty() ? null : table.schema();
    }

    private static SequenceUse used(SqlName sequence, List<SqlName> all, List<KeyColumn> keys) {
        SequenceUse use = SequenceUse.of(sequence, true);
        for (KeyColumn key : keys) {
            Matcher next = NEXT_VALUE.matcher(key.expression().replaceAll("[`\"]", ""));
            if (next.matches() && meant(next.group(1), all).equals(Optional.of(sequence))) {
                use = use.with(key.name(), "d");
            }
        }
        return use;
    }

    /** Returns the sequence that a default names: drivers write the schema before the name, unless there is none. */
    private static Optional<SqlName> meant(String written, List<SqlName> all) {
        return first(all, name -> name.toString().equals(written))
                .or(() -> first(all, name -> name.toString().equalsIgnoreCase(written)))
                .or(() -> first(all, name -> name.name().equalsIgnoreCase(written)));
    }

    private static Optional<SqlName> first(List<SqlName> all, Predicate<SqlName> which) {
        return all.stream().filter(which).findFirst();
    }
}
