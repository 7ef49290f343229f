package io.mintmark.server.storage.sql;

import io.mintmark.document.KeyForm;
import io.mintmark.server.storage.DatabaseEntry;
import io.mintmark.server.storage.DatabaseExistsException;
import io.mintmark.server.storage.Setting;
import io.mintmark.server.storage.StorageFailedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The file that lists the databases and holds the server's settings.
 *
 * <p>Rarely used, so one connection, one lock, and one transaction a statement are enough. Safe for any number of
 * threads.
 */
final class Catalog implements AutoCloseable {
    private final Connection connection;

    /** Set by a write that failed: what memory believes may no longer be what the file holds. */
    private boolean writesFailed;

    Catalog(ConnectionOpener opener, String url) {
        try {
            connection = opener.open(url);
            Pragmas.prepareWriter(connection);
            Schema.CATALOG.bringUpToDate(connection);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    synchronized List<DatabaseEntry> entries() {
        try (PreparedStatement statement = connection.prepareStatement("SELECT number, name FROM entry ORDER BY key");
                ResultSet rows = statement.executeQuery()) {
            List<DatabaseEntry> entries = new ArrayList<>();
            while (rows.next()) {
                entries.add(entry(rows));
            }
            return entries;
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    synchronized Optional<DatabaseEntry> entry(String name) {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT number, name FROM entry WHERE key = ?")) {
            statement.setString(1, KeyForm.of(name));
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(entry(row)) : Optional.empty();
            }
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /** Returns what a database was described with; empty if there is no such entry any more. */
    synchronized Optional<byte[]> record(long number) {
        try (PreparedStatement statement = connection.prepareStatement("SELECT record FROM entry WHERE number = ?")) {
            statement.setLong(1, number);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(row.getBytes(1)) : Optional.empty();
            }
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    synchronized DatabaseEntry add(String name, byte[] record) {
        requireWritable();
        if (entry(name).isPresent()) {
            throw new DatabaseExistsException(name);
        }
        try (PreparedStatement statement = connection.prepareStatement(
                "INSERT INTO entry (key, name, record) VALUES (?, ?, ?) RETURNING number")) {
            statement.setString(1, KeyForm.of(name));
            statement.setString(2, name);
            statement.setBytes(3, record);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new DatabaseEntry(row.getLong(1), name);
            }
        } catch (SQLException e) {
            throw writeFailed(e);
        }
    }

    synchronized void remove(long number) {
        requireWritable();
        try (PreparedStatement statement = connection.prepareStatement("DELETE FROM entry WHERE number = ?")) {
            statement.setLong(1, number);
            statement.executeUpdate();
        } catch (SQLException e) {
            throw writeFailed(e);
        }
    }

    synchronized Optional<Setting> setting(String name) {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT etag, value FROM setting WHERE name = ?")) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(new Setting(row.getLong(1), row.getBytes(2))) : Optional.empty();
            }
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    synchronized Setting putSetting(String name, byte[] value) {
        requireWritable();
        try (PreparedStatement statement =
                connection.prepareStatement("INSERT OR REPLACE INTO setting (name, etag, value)"
                        + " SELECT ?, coalesce(max(etag), 0) + 1, ? FROM setting RETURNING etag")) {
            statement.setString(1, name);
            statement.setBytes(2, value);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new Setting(row.getLong(1), value);
            }
        } catch (SQLException e) {
            throw writeFailed(e);
        }
    }

    private static DatabaseEntry entry(ResultSet row) throws SQLException {
        return new DatabaseEntry(row.getLong(1), row.getString(2));
    }

    private void requireWritable() {
        if (writesFailed) {
            throw new StorageFailedException("The catalog of databases takes no writes since one failed:"
                    + " mend the data directory's disk, then restart the server.");
        }
    }

    private StorageFailedException writeFailed(SQLException e) {
        writesFailed = true;
        return failed(e);
    }

    private static StorageFailedException failed(SQLException e) {
        return new StorageFailedException(
                "The catalog of databases failed: " + e.getMessage() + ". Look at the data directory's disk.", e);
    }

    @Override
    public synchronized void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw failed(e);
        }
    }
}
