package io.mintmark.server.storage.sqlite;

import io.mintmark.server.storage.Slice;
import io.mintmark.server.storage.StorageFailedException;
import io.mintmark.server.storage.index.RowKey;
import io.mintmark.server.storage.move.MoveSource;
import io.mintmark.server.storage.move.MovedDatabase;
import io.mintmark.server.storage.move.MovedIndexes;
import io.mintmark.server.storage.move.MovedTable;
import io.mintmark.server.storage.move.MovedTable.Column;
import io.mintmark.server.storage.sql.Statements;
import io.mintmark.server.storage.sqlite.file.DataFiles;
import io.mintmark.server.storage.sqlite.file.MovedMark;
import io.mintmark.server.storage.sqlite.log.LogKeeper;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A data directory whose databases move elsewhere, and which is locked while it is open. Used by one thread. */
public final class MovedDirectory implements MoveSource, AutoCloseable {
    private final SqliteEngine engine;
    private final Path directory;

    private MovedDirectory(SqliteSettings settings) {
        this.engine = SqliteEngine.openToMove(settings);
        this.directory = settings.directory();
    }

    /**
     * Opens a directory that its server left.
     *
     * @throws StorageFailedException if it is in use, or cannot be opened
     */
    public static MovedDirectory open(SqliteSettings settings) {
        return new MovedDirectory(settings);
    }

    /** Something that is read from a file. */
    @FunctionalInterface
    private interface Reading<T> {
        T on(Connection connection) throws SQLException;
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
        byte[] list = {};
        List<MovedIndexes.Progress> progress = new ArrayList<>();
        try (PreparedStatement stored = connection.prepareStatement("SELECT content FROM index_list");
                ResultSet row = stored.executeQuery()) {
            if (row.next()) {
                list = row.getBytes(1);
            }
        }
        String all = "SELECT number, commits, CAST(coalesce(position, '0') AS INTEGER), clearing FROM index_progress";
        try (PreparedStatement stored = connection.prepareStatement(all);
                ResultSet row = stored.executeQuery()) {
            while (row.next()) {
                progress.add(
                        new MovedIndexes.Progress(row.getLong(1), row.getLong(2), row.getLong(3), row.getInt(4) == 1));
            }
        }
        return new MovedIndexes(list, progress);
    }

    @Override
    public long count(MovedDatabase database, MovedTable table) {
        return reading(
                DataFiles.name(database.number()),
                connection -> Statements.one(connection, "SELECT count(*) FROM " + source(table)));
    }

    @Override
    public void read(MovedDatabase database, MovedTable table, Rows rows) {
        long ignored = reading(DataFiles.name(database.number()), connection -> read(connection, table, rows));
    }

    @Override
    public void readShared(MovedTable table, Rows rows) {
        long ignored = reading(DataFiles.CATALOG, connection -> read(connection, table, rows));
    }

    private <T> T reading(String file, Reading<T> reading) {
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

    private static long read(Connection connection, MovedTable table, Rows rows) throws SQLException {
        List<Column> columns = table.columns();
        String sql = "SELECT " + columns.stream().map(Column::name).collect(Collectors.joining(", ")) + " FROM "
                + source(table);
        long count = 0;
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet found = statement.executeQuery()) {
            while (found.next()) {
                Object[] row = new Object[columns.size()];
                for (int i = 0; i < row.length; i++) {
                    row[i] = switch (columns.get(i).kind()) {
                        case TEXT -> found.getString(i + 1);
                        case NUMBER, FLAG -> found.getLong(i + 1);
                        case BYTES -> found.getBytes(i + 1);
                    };
                }
                rows.take(row);
                count++;
            }
        }
        return count;
    }

    /** Says durably that the databases moved, so that no server starts here. */
    public void mark(String where, String storeId) {
        MovedMark.put(directory, where, storeId);
    }

    /** Refuses a directory that is marked as moved to another store. */
    public void requireNotElsewhere(String storeId) {
        MovedMark.requireNotElsewhere(directory, storeId);
    }

    /** Takes that back: nothing moved. */
    public void unmark() {
        MovedMark.remove(directory);
    }

    @Override
    public void close() {
        engine.close();
    }
}
