package io.mintmark.jdbc.database;

import java.sql.Connection;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** SQLite 3.35 and newer. It has no sequences, and one writer at a time: its lock is the file's. */
final class SqliteDialect extends Dialect {
    private static final int PRIMARY_CODE = 0xff;
    /** SQLITE_BUSY, SQLITE_LOCKED, and SQLITE_SCHEMA: a table was made while the statement was being prepared. */
    private static final Set<Integer> LOST_RACES = Set.of(5, 6, 17);

    private static final int ERROR = 1;
    private static final int CONSTRAINT = 19;

    SqliteDialect() {
        super("SQLite");
    }

    /** {@inheritDoc} In back quotes: in double ones an unknown column would be taken for a text. */
    @Override
    public String quote(String identifier) {
        return '`' + SqlName.requireIdentifier(identifier).replace("`", "``") + '`';
    }

    @Override
    public String lockingSelect() {
        return "";
    }

    @Override
    public Optional<String> returning(String update, String columns) {
        return Optional.of(update + " RETURNING " + columns);
    }

    @Override
    public List<CatalogTable> tables(Connection connection) throws SQLException {
        return tables(
                connection,
                "SELECT '', m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'"
                        + " AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY 2, c.cid");
    }

    @Override
    public boolean isNotThere(SQLException failure) {
        return (failure.getErrorCode() & PRIMARY_CODE) == ERROR
                && String.valueOf(failure.getMessage()).contains("no such ");
    }

    /** {@inheritDoc} Every integer of SQLite has up to 64 bits, whatever its column is called. */
    @Override
    public ColumnType column(ResultSetMetaData columns, int at) throws SQLException {
        ColumnType type = super.column(columns, at);
        return type.isWhole() ? new ColumnType(true, Long.MAX_VALUE, type.name()) : type;
    }

    @Override
    public Durability durability(Connection connection) throws SQLException {
        return new SqliteStorage(connection, this).in("main");
    }

    @Override
    public Durability durability(Connection connection, CounterAccess counter) throws SQLException {
        return new SqliteStorage(connection, this).of(counter.name());
    }

    @Override
    public boolean isWorthRepeating(SQLException failure) {
        return LOST_RACES.contains(failure.getErrorCode() & PRIMARY_CODE) || super.isWorthRepeating(failure);
    }

    @Override
    public boolean isAlreadyThere(SQLException failure) {
        return (failure.getErrorCode() & PRIMARY_CODE) == CONSTRAINT || super.isAlreadyThere(failure);
    }
}
