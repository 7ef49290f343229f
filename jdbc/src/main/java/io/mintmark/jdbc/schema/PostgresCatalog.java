package io.mintmark.jdbc.schema;

import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.SequenceState;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.internal.SequenceValues;
import io.mintmark.jdbc.schema.SchemaReport.NotJudged;
import io.mintmark.jdbc.schema.SchemaView.ColumnName;
import io.mintmark.jdbc.schema.SchemaView.KeyColumn;
import io.mintmark.jdbc.schema.SchemaView.SequenceUse;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The catalog of PostgreSQL 10 and newer.
 *
 * <p>Partitions and children are left out: their rows are seen, and their ids counted, through their parent. Temporary
 * tables are left out, too.
 */
final class PostgresCatalog implements SchemaCatalog {
    private static final String NO_CHILD =
            " NOT EXISTS (SELECT 1 FROM pg_catalog.pg_inherits h WHERE h.inhrelid = c.oid)";

    /** Columns whose default has a sequence's value in it, and columns that a sequence belongs to. */
    private static final String USES = "SELECT d.refobjid AS seq, f.adrelid AS rel, f.adnum AS att, 'd' AS how"
            + " FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_attrdef f ON f.oid = d.objid"
            + " WHERE d.classid = 'pg_catalog.pg_attrdef'::regclass"
            + " AND d.refclassid = 'pg_catalog.pg_class'::regclass"
            + " UNION ALL SELECT d.objid, d.refobjid, d.refobjsubid, CAST(d.deptype AS text)"
            + " FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_class'::regclass"
            + " AND d.refclassid = 'pg_catalog.pg_class'::regclass AND d.deptype IN ('a', 'i') AND d.refobjsubid > 0";

    /** Schema, name, whether unlogged; schema, table and column of a use, and how: d, a or i. */
    private static final String SEQUENCES = "SELECT n.nspname, s.relname, s.relpersistence = 'u', u.nspname, u.relname,"
            + " u.attname, u.how FROM pg_catalog.pg_class s JOIN pg_catalog.pg_namespace n ON n.oid = s.relnamespace"
            + " LEFT JOIN (SELECT uses.seq, uses.how, cn.nspname, c.relname, a.attname FROM (" + USES + ") uses"
            + " JOIN pg_catalog.pg_class c ON c.oid = uses.rel AND c.relkind IN ('r', 'p')"
            + " JOIN pg_catalog.pg_namespace cn ON cn.oid = c.relnamespace"
            + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = uses.att WHERE" + NO_CHILD
            + ") u ON u.seq = s.oid WHERE s.relkind = 'S' AND n.nspname !~ '^pg_' ORDER BY 1, 2, 4, 5, 6, 7";

    private static final String INDEXED =
            "EXISTS (SELECT 1 FROM pg_catalog.pg_index x JOIN pg_catalog.pg_class xc ON xc.oid = x.indexrelid"
                    + " JOIN pg_catalog.pg_am m ON m.oid = xc.relam WHERE x.indrelid = c.oid AND x.indisvalid"
                    + " AND x.indpred IS NULL AND x.indkey[0] = a.attnum AND m.amname = 'btree')";

    private static final String FOREIGN =
            "EXISTS (SELECT 1 FROM pg_catalog.pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f'"
                    + " AND k.conkey = ARRAY[a.attnum])";

    /**
     * The numeric columns of each primary key, and those that a sequence is for: schema, table, column; how many
     * columns the key has, whether unlogged, indexed, foreign; the default; whether it may be read, whether rows are
     * hidden, whether a sequence is for it.
     */
    private static final String KEYS = "SELECT n.nspname, c.relname, a.attname, coalesce(cardinality(p.conkey), 0),"
            + " c.relpersistence = 'u', " + INDEXED + ", " + FOREIGN
            + ", coalesce(pg_catalog.pg_get_expr(f.adbin, f.adrelid), ''),"
            + " has_column_privilege(c.oid, a.attnum, 'SELECT'), row_security_active(c.oid), used.rel IS NOT NULL"
            + " FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped"
            + " JOIN pg_catalog.pg_type t ON t.oid = a.atttypid AND t.typcategory = 'N'"
            + " LEFT JOIN pg_catalog.pg_constraint p ON p.conrelid = c.oid AND p.contype = 'p'"
            + " LEFT JOIN pg_catalog.pg_attrdef f ON f.adrelid = c.oid AND f.adnum = a.attnum"
            + " LEFT JOIN (SELECT DISTINCT rel, att FROM (" + USES + ") uses"
            + " JOIN pg_catalog.pg_class q ON q.oid = uses.seq AND q.relkind = 'S') used"
            + " ON used.rel = c.oid AND used.att = a.attnum"
            + " WHERE c.relkind IN ('r', 'p') AND" + NO_CHILD
            + " AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'"
            + " AND (a.attnum = ANY (p.conkey) OR used.rel IS NOT NULL) ORDER BY 1, 2, a.attnum";

    /** The tables that a crash empties: schema and name. */
    private static final String UNLOGGED = "SELECT n.nspname, c.relname FROM pg_catalog.pg_class c"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE c.relpersistence = 'u' AND c.relkind IN ('r', 'p')";

    private final Dialect dialect;

    PostgresCatalog(Dialect dialect) {
        this.dialect = dialect;
    }

    @Override
    public SchemaView read(Connection connection, Set<String> schemas) throws SQLException {
        List<NotJudged> leftOut = new ArrayList<>();
        List<KeyColumn> keys = keys(connection, schemas, leftOut);
        return new SchemaView(keys, sequences(connection, leftOut), unlogged(connection), leftOut);
    }

    private static List<KeyColumn> keys(Connection connection, Set<String> schemas, List<NotJudged> leftOut)
            throws SQLException {
        List<KeyColumn> keys = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(KEYS);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                Optional<ColumnName> name = schemas.isEmpty() || schemas.contains(row.getString(1))
                        ? SchemaView.column(row, 1, leftOut)
                        : Optional.empty();
                if (name.isPresent() && row.getInt(4) > 1 && !row.getBoolean(11)) {
                    leftOut.add(composite(name.get(), row.getInt(4)));
                } else if (name.isPresent()) {
                    keys.add(key(name.get(), row));
                }
            }
        }
        return keys;
    }

    private static NotJudged composite(ColumnName name, int columns) {
        return new NotJudged(
                name.toString(), "it is one of " + columns + " columns of a key, and no sequence is for it", true);
    }

    private static KeyColumn key(ColumnName name, ResultSet row) throws SQLException {
        String hidden = row.getBoolean(10) ? "policies hide rows of its table from this user" : "";
        return new KeyColumn(
                name,
                !row.getBoolean(5),
                row.getBoolean(6),
                row.getBoolean(7),
                row.getString(8),
                false,
                row.getBoolean(9) ? hidden : "this user has no right to SELECT it");
    }

    private static List<SequenceUse> sequences(Connection connection, List<NotJudged> leftOut) throws SQLException {
        Map<SqlName, SequenceUse> sequences = new LinkedHashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(SEQUENCES);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                Optional<SqlName> name = SchemaView.object(row, 1, leftOut);
                Optional<ColumnName> column = SchemaView.column(row, 4, leftOut);
                if (name.isPresent()) {
                    SequenceUse use = SequenceUse.of(name.get(), !row.getBoolean(3));
                    SequenceUse before = sequences.getOrDefault(name.get(), use);
                    String how = row.getString(7);
                    sequences.put(
                            name.get(), column.map(of -> before.with(of, how)).orElse(before));
                }
            }
        }
        return List.copyOf(sequences.values());
    }

    private static Set<SqlName> unlogged(Connection connection) throws SQLException {
        Set<SqlName> tables = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(UNLOGGED);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                SchemaView.object(row, 1, new ArrayList<>()).ifPresent(tables::add);
            }
        }
        return tables;
    }

    /** {@inheritDoc} The sequence itself shows the last value that any session drew ahead. */
    @Override
    public SequenceState behindCaches(Connection connection, SqlName sequence, SequenceState state)
            throws SQLException {
        OptionalLong next =
                SequenceValues.ofPostgres(connection, dialect.quote(sequence), state.increment(), state.last());
        return next.isPresent() ? SequenceUse.standingAt(state, next, state.cache()) : state;
    }
}
