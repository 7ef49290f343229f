package io.mintmark.storage.sqlite.directory;

import io.mintmark.storage.Setting;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.Damage;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** The server's settings in the catalog. Safe for any number of threads. */
public final class CatalogSettings {
    private final CatalogWriter writer;
    private final CatalogReads reads;

    CatalogSettings(CatalogWriter writer, CatalogReads reads) {
        this.writer = writer;
        this.reads = reads;
    }

    /** Returns a setting that {@link #put} stored. */
    public Optional<Setting> find(String name) {
        return reads.read(connection -> stored(connection, name));
    }

    /** Returns a setting; refuses a damaged one. One that is not there may be one whose name was damaged. */
    static Optional<Setting> stored(Connection connection, String name) throws SQLException {
        Optional<Setting> found = Statements.row(
                connection, row -> read(name, row), "SELECT etag, value, checksum FROM setting WHERE name = ?", name);
        if (found.isEmpty()) {
            requireSound(connection);
        }
        return found;
    }

    private static void requireSound(Connection connection) throws SQLException {
        Statements.each(
                connection, row -> read(row.getString(4), row), "SELECT etag, value, checksum, name FROM setting");
    }

    private static Setting read(String name, ResultSet row) throws SQLException {
        Setting setting = new Setting(row.getLong(1), row.getBytes(2));
        if (row.getLong(3) != CatalogRows.checksum(name, setting.etag(), setting.value())) {
            throw Damage.ofRow("the setting " + name);
        }
        return setting;
    }

    /** Stores a setting under a higher number than all settings before it, and returns that. */
    public Setting put(String name, byte[] value) {
        return writer.write(0, connection -> {
            long highest = Statements.one(connection, "SELECT coalesce(max(etag), 0) FROM setting");
            long etag = 1 + Math.max(highest, writer.life().firstMax());
            int ignored = Statements.execute(
                    connection,
                    "INSERT OR REPLACE INTO setting (name, etag, value, checksum) VALUES (?, ?, ?, ?)",
                    name,
                    etag,
                    value,
                    CatalogRows.checksum(name, etag, value));
            return new Setting(etag, value);
        });
    }
}
