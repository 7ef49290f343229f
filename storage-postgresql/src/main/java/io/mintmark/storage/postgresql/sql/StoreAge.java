package io.mintmark.storage.postgresql.sql;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * How old a store is: the number of heartbeats that all nodes made in it, and what `mintmark raise` added. Stateless.
 *
 * <p>It grows each second that a node lives, and no clock is read for it. A store that was put back from an older copy,
 * or lost what it had acknowledged, has fewer heartbeats of each node that made one since. So a node that wrote nothing
 * notices it, too: its own heartbeat was acknowledged after all that it saw of others.
 */
public final class StoreAge {
    /** The age, as an expression without parameters. */
    public static final String SQL = "(SELECT c.beats + (SELECT CAST(coalesce(sum(n.beats), 0) AS BIGINT) FROM node n)"
            + " FROM cluster c WHERE c.one = 1)";

    /**
     * Whether a node may use the store: its tag, its epoch, and how many heartbeats were made under its tag, are the
     * parameters.
     */
    public static final String MAY_BE_USED = "(SELECT c.older IS NULL FROM cluster c WHERE c.one = 1)"
            + " AND coalesce((SELECT n.beats FROM node n WHERE n.tag = ? AND n.epoch = ?), -1) >= ?";

    /** How much the age grows in a second, one at least: each node that has a tag makes a heartbeat. */
    public static final String SECOND_OF_ALL =
            "(SELECT greatest(1, count(*)) FROM node n WHERE n.state NOT IN ('left', 'lapsed'))";

    private StoreAge() {}

    /**
     * Requires, within a transaction, that the store is not known to be an older copy.
     *
     * @param tag the node's
     * @param epoch the node's
     * @param beats how many heartbeats under its tag were acknowledged
     * @throws StorageFailedException if it is
     */
    public static void require(Connection connection, String tag, long epoch, long beats) throws SQLException {
        boolean usable = Statements.number(connection, "SELECT 1 WHERE " + MAY_BE_USED, tag, epoch, beats)
                .isPresent();
        if (!usable) {
            throw new StorageFailedException(
                    "The store is an older copy than the one that this node has seen last, or was"
                            + " found to be one: nothing is written to it before it was raised.");
        }
    }
}
