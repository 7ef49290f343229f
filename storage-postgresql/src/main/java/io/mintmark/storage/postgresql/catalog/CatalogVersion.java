package io.mintmark.storage.postgresql.catalog;

import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The version of the catalog as a node knows it, and how often another node changed it. Safe for any number of threads.
 *
 * <p>Each change draws the next version while it holds the cluster's row, so versions are committed in their order. A
 * change of this node's own that draws the one after the last that is known shows that nobody was in between. Where
 * that cannot be told, it counts as foreign, which costs a look at the catalog and nothing else.
 */
public final class CatalogVersion {
    private long known;
    private volatile long foreign;

    /** Draws the next version, in the transaction of a change: it holds the cluster's row from here on. */
    public static long next(Connection connection) throws SQLException {
        return Statements.number(connection, "UPDATE cluster SET catalog = catalog + 1 WHERE one = 1 RETURNING catalog")
                .orElseThrow(() -> new SQLException("the table cluster has lost its row"));
    }

    /** Begins with what the engine said at the start. */
    CatalogVersion(long known) {
        this.known = known;
    }

    /** Returns a number that is another one once another node changed the catalog. */
    public long foreignChanges() {
        return foreign;
    }

    /** Notes what a heartbeat brought back. */
    public synchronized void heard(long version) {
        if (version > known) {
            known = version;
            foreign++;
        }
    }

    /** Notes a change of this node's own, which was committed. */
    synchronized void own(long version) {
        if (version == known + 1) {
            known = version;
        } else {
            heard(version);
        }
    }
}
