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
     * How many heartbeats were made under a tag, and what raises added: the tag and the epoch of its claim are the
     * parameters. A line that went on from a copy as if it had not been put back has fewer than the raised one, even
     * where its claims and groups happen to be as many.
     */
    private static final String OF_NODE = "(SELECT c.beats + n.beats FROM cluster c CROSS JOIN node n"
            + " WHERE c.one = 1 AND n.tag = ? AND n.epoch = ?)";

    /**
     * Whether a node may use the store: its tag, its epoch, and how many heartbeats it knows of, as {@link #ofNode}
     * counts them, are the parameters.
     */
    public static final String MAY_BE_USED =
            "(SELECT c.older IS NULL FROM cluster c WHERE c.one = 1) AND coalesce(" + OF_NODE + ", -1) >= ?";

    /** How much the age grows in a second, one at least: each node that has a tag makes a heartbeat. */
    public static final String SECOND_OF_ALL =
            "(SELECT greatest(1, count(*)) FROM node n WHERE n.state NOT IN ('left', 'lapsed'))";

    private StoreAge() {}

    /**
     * Returns how many heartbeats were made under a tag, and what raises added; 0 if the claim of that epoch is gone.
     */
    public static long ofNode(Connection connection, String tag, long epoch) throws SQLException {
        return Statements.number(connection, "SELECT coalesce(" + OF_NODE + ", 0)", tag, epoch)
                .orElse(0);
    }

    /**
     * Requires, within a transaction, that the store is not known to be an older copy.
     *
     * @param tag the node's
     * @param epoch the node's
     * @param beats how many heartbeats it knows of, as {@link #ofNode} counts them
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
