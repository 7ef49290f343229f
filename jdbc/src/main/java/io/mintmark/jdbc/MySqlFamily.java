package io.mintmark.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/** What MySQL and MariaDB have in common, with InnoDB. */
abstract class MySqlFamily extends Dialect {
    /** Lock wait timeout, deadlock, row changed since it was read. */
    private static final Set<Integer> LOST_RACES = Set.of(1205, 1213, 1020);

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

    @Override
    public Durability durability(Connection connection) throws SQLException {
        long flush = number(connection, "SELECT @@innodb_flush_log_at_trx_commit");
        return new Durability(flush == 1, "innodb_flush_log_at_trx_commit=" + flush);
    }

    @Override
    public boolean isWorthRepeating(SQLException failure) {
        return super.isWorthRepeating(failure) || LOST_RACES.contains(failure.getErrorCode());
    }
}
