package io.mintmark.storage.sqlite;

import io.mintmark.storage.Slice;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.index.RowKey;
import io.mintmark.storage.lifecycle.MoveSource;
import io.mintmark.storage.lifecycle.MovedDatabase;
import io.mintmark.storage.lifecycle.MovedIndexes;
import io.mintmark.storage.lifecycle.MovedTable;
import io.mintmark.storage.lifecycle.MovedTable.Column;
import io.mintmark.storage.sql.ConnectionUse;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.DataFiles;
import io.mintmark.storage.sqlite.file.LogKeeper;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** A data directory whose databases move elsewhere, and which is locked while it is open. Used by one thread. */
final class MovedDirectory implements MoveSource {
    private final SqliteEngine engine;
    private final Path directory;

    /**
     * Opens a directory that its server left.
     *
     * @throws StorageFailedException if it is in use, or cannot be opened
     */
    MovedDirectory(SqliteSettings settings) {
        this.engine = SqliteEngine.openToMove(settings);
        this.directory = settings.directory();
    }

    @Override
    public List<MovedDatabase> databases() {
        return engine.databases(Slice.ALL).stream().map(engine::moved).toList();
    }

    @Override
    public long firstMax() {
        return engine.firstMax();
    }

    @Override
    public MovedIndexes indexes(MovedDatabase database) {
        return reading(DataFiles.name(database.number()), MovedDirectory::indexes);
    }

    private static MovedIndexes indexes(Connection connection) throws SQLException {
        byte[] none = {};
        return new MovedIndexes(
                Statements.row(connection, row -> row.getBytes(1), "SELECT content FROM index_list")
                        .orElse(none),
                Statements.rows(
                        connection,
                        row -> new MovedIndexes.Progress(
                                row.getLong(1), row.getLong(2), row.getLong(3), row.getInt(4) == 1),
                        "SELECT number, commits, CAST(coalesce(position, '0') AS INTEGER), clearing FROM index_progress"));
    }

    @Override
    public long count(MovedDatabase database, MovedTable table) {
        return reading(
                DataFiles.name(database.number()),
                connection -> Statements.one(connection, "SELECT count(*) FROM " + source(table)));
    }

    @Override
    public void read(MovedDatabase database, MovedTable table, Rows rows) {
        boolean ignored = reading(DataFiles.name(database.number()), connection -> read(connection, table, rows));
    }

    @Override
    public void readShared(MovedTable table, Rows rows) {
        boolean ignored = reading(DataFiles.CATALOG, connection -> read(connection, table, rows));
    }

    private <T> T reading(String file, ConnectionUse<T> reading) {
        try (Connection connection = LogKeeper.readOnly(directory.resolve(file))) {
            return reading.on(connection);
        } catch (SQLException e) {
            throw new StorageFailedException(
                    "The file " + directory.resolve(file) + " cannot be read (" + e.getMessage()
                            + "): run `mintmark check`.",
                    e);
        }
    }

    /** Rows of documents lie in a table of their own here, and among the others elsewhere. */
    private static String source(MovedTable table) {
        return table == MovedTable.INDEX_ROW
                ? "(SELECT number, kind, key, content FROM index_row UNION ALL SELECT number, "
                        + RowKey.Kind.DOCUMENT.ordinal() + ", key, content FROM index_document)"
                : table.table();
    }

    private static boolean read(Connection connection, MovedTable table, Rows rows) throws SQLException {
        List<Column> columns = table.columns();
        Statements.each(
                connection,
                row -> rows.take(values(columns, row)),
                "SELECT " + columns.stream().map(Column::name).collect(Collectors.joining(", ")) + " FROM "
                        + source(table));
        return true;
    }

    private static Object[] values(List<Column> columns, ResultSet row) throws SQLException {
        Object[] values = new Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = switch (columns.get(i).kind()) {
                case TEXT -> row.getString(i + 1);
                case NUMBER, FLAG -> row.getLong(i + 1);
                case BYTES -> row.getBytes(i + 1);
            };
        }
        return values;
    }

    @Override
    public void close() {
        engine.close();
    }
}
