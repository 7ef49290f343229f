package io.mintmark.storage.postgresql.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection beside the pools that is kept from one question to the next: opened when it is needed, and anew after it
 * was dropped. Used by one thread.
 */
public final class KeptConnection {
    private static final Logger LOG = LoggerFactory.getLogger(KeptConnection.class);

    private final PostgresConnections connections;
    private final Duration silenceMax;
    private @Nullable Connection kept;

    /** Opens nothing yet; a connection fails once the engine said nothing for {@code silenceMax}. */
    public KeptConnection(PostgresConnections connections, Duration silenceMax) {
        this.connections = connections;
        this.silenceMax = silenceMax;
    }

    /** Returns it. */
    public Connection get() throws SQLException {
        Connection present = kept;
        if (present == null) {
            present = connections.single(silenceMax);
            kept = present;
        }
        return present;
    }

    /** Returns whether it was opened, and not dropped since. */
    boolean isOpen() {
        return kept != null;
    }

    /** Closes it, since it failed, or is of no use any more. */
    public void drop() {
        Connection gone = kept;
        kept = null;
        if (gone != null) {
            try {
                gone.close();
            } catch (SQLException e) {
                LOG.debug("A connection that is dropped could not be closed.", e);
            }
        }
    }
}
