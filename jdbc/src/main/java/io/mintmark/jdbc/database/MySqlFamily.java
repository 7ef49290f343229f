package io.mintmark.jdbc.database;

import java.sql.Connection;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/** MySQL and MariaDB with InnoDB, as far as they are alike. */
abstract class MySqlFamily extends Dialect {
    /** Lock wait timeout, deadlock, row changed since it was read. */
    private static final Set<Integer> LOST_RACES = Set.of(1205, 1213, 1020);

    /** Unknown table, column, database; a right that is missing has a state of the same class. */
    private static final Set<Integer> NOT_THERE = Set.of(1146, 1054, 1049);

    /** Ways to write that leave out syncs. */
    private static final Set<String> NO_SYNC = Set.of("nosync", "littlesync");

    MySqlFamily(String name) {
        super(name);
    }

    @Override
    public String quote(String identifier) {
        return '`' + SqlName.requireIdentifier(identifier).replace("`", "``") + '`';
    }

    @Override
    public String ownTable(String table) {
        return super.ownTable(table) + " ENGINE=InnoDB";
    }

    /** {@inheritDoc} The collation of a database may hold names with and without accents for the same. */
    @Override
    protected String ownNameType() {
        return super.ownNameType() + " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
    }

    /** {@inheritDoc} Those of the database connected to: the others of the server are other programs'. */
    @Override
    public List<CatalogTable> tables(Connection connection) throws SQLException {
        return tables(
                connection,
                "SELECT c.table_schema, c.table_name, c.column_name FROM information_schema.columns c"
                        + " JOIN information_schema.tables t USING (table_schema, table_name)"
                        + " WHERE t.table_type NOT IN ('VIEW', 'SYSTEM VIEW', 'SEQUENCE')"
                        + " AND c.table_schema = coalesce(database(), c.table_schema) AND c.table_schema NOT IN ('mysql', 'sys', 'performance_schema', 'information_schema')"
                        + " ORDER BY 1, 2, c.ordinal_position");
    }

    /** {@inheritDoc} What others call a schema is a database here. */
    @Override
    public String schema(Connection connection) throws SQLException {
        return Objects.requireNonNullElse(connection.getCatalog(), "");
    }

    @Override
    public ColumnType column(ResultSetMetaData columns, int at) throws SQLException {
        return ColumnWidths.ofMySql(columns, at);
    }

    @Override
    public Durability durability(Connection connection) throws SQLException {
        long flush = number(connection, "SELECT @@innodb_flush_log_at_trx_commit");
        // Both make of every sync a no-op; not every version has them.
        String method = MySqlStorage.secondColumn(connection, "SHOW GLOBAL VARIABLES LIKE 'innodb_flush_method'");
        String debug = MySqlStorage.secondColumn(connection, "SHOW GLOBAL VARIABLES LIKE 'debug_no_sync'");
        List<String> reasons = new ArrayList<>();
        if (NO_SYNC.contains(method.toLowerCase(Locale.ROOT))) {
            reasons.add("innodb_flush_method=" + method);
        }
        if (debug.equals("ON")) {
            reasons.add("debug_no_sync=ON");
        }
        return new Durability(flush == 1, "innodb_flush_log_at_trx_commit=" + flush).unless(reasons);
    }

    @Override
    public Durability durability(Connection connection, CounterAccess counter) throws SQLException {
        return counter instanceof CounterAccess.Function
                ? super.durability(connection, counter)
                : durability(connection).unless(MySqlStorage.whyNotDurable(connection, this, counter.name()));
    }

    @Override
    public boolean isWorthRepeating(SQLException failure) {
        return super.isWorthRepeating(failure) || LOST_RACES.contains(failure.getErrorCode());
    }

    @Override
    public boolean isNotThere(SQLException failure) {
        return NOT_THERE.contains(failure.getErrorCode());
    }
}
