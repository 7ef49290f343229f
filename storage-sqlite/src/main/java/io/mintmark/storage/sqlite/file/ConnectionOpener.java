package io.mintmark.storage.sqlite.file;

import io.mintmark.storage.StorageFailedException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/** Opens a connection to a database file; tests open ones that fail. */
@FunctionalInterface
public interface ConnectionOpener {
    /**
     * Opens what there is at {@code url}.
     *
     * @throws StorageFailedException if the native library of SQLite cannot be loaded
     */
    Connection open(String url) throws SQLException;

    /** The opener of production; asks the driver itself, whichever class loader an embedding program has. */
    ConnectionOpener DRIVER = Options::open;

    /** What the driver is to do otherwise than by default. */
    final class Options {
        private Options() {}

        private static Connection open(String url) throws SQLException {
            try {
                return Objects.requireNonNull(JDBC.createConnection(url, forDriver()));
            } catch (LinkageError e) {
                throw NativeLibrary.missing(e);
            } catch (SQLException e) {
                if (NativeLibrary.isMissing(e)) {
                    throw NativeLibrary.missing(e);
                }
                throw e;
            }
        }

        private static Properties forDriver() {
            Properties options = new Properties();
            // Nobody asks for generated keys, and the driver would run a statement after every INSERT to have them
            // ready.
            options.setProperty("jdbc.get_generated_keys", "false");
            // The driver lets one thread at a time at a connection, so SQLite's own locks around each call guard
            // nothing.
            options.setProperty(
                    "open_mode",
                    Integer.toString(
                            SQLiteOpenMode.READWRITE.flag | SQLiteOpenMode.CREATE.flag | SQLiteOpenMode.NOMUTEX.flag));
            return options;
        }

        /** Returns what connections that only read are opened with. */
        public static SQLiteConfig forReading() {
            SQLiteConfig config = new SQLiteConfig();
            // A reader must not make a file anew that is gone.
            config.resetOpenMode(SQLiteOpenMode.CREATE);
            config.setOpenMode(SQLiteOpenMode.NOMUTEX);
            return config;
        }
    }
}
