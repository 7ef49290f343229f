package io.mintmark.storage.sqlite.file;

import io.mintmark.storage.sql.Statements;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;

/**
 * Keeps a log where it is while the connections to its database close.
 *
 * <p>The last connection that closes copies the log into the file and erases it. After a failure that is not wanted: a
 * database that was not left in order must have its log, since one without is taken for one whose log was lost. A
 * connection that may only read erases nothing, so it is the one that closes last.
 */
public final class LogKeeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LogKeeper.class);

    private final @Nullable Connection connection;

    private LogKeeper(@Nullable Connection connection) {
        this.connection = connection;
    }

    /** Keeps the log of {@code file} from now on, if {@code needed}. */
    public static LogKeeper of(Path file, boolean needed) {
        return new LogKeeper(needed ? connect(file) : null);
    }

    private static @Nullable Connection connect(Path file) {
        try {
            return readOnly(file);
        } catch (SQLException | RuntimeException | Error e) {
            // The caller is about to close the connections, and closes them all the same.
            LOG.warn(
                    "The log of {} cannot be kept ({}): if the next start finds none, run `mintmark raise`.",
                    file,
                    e.getMessage());
            return null;
        }
    }

    /** Opens a connection that changes neither the file nor its log. */
    public static Connection readOnly(Path file) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        Connection connection =
                Objects.requireNonNull(JDBC.createConnection("jdbc:sqlite:" + file, config.toProperties()));
        try {
            // Attaches it to the log.
            long ignored = Statements.one(connection, "SELECT count(*) FROM sqlite_schema");
            return connection;
        } catch (SQLException | RuntimeException | Error e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public void close() {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                LOG.warn("A connection could not be closed: {}", e.getMessage());
            }
        }
    }
}
