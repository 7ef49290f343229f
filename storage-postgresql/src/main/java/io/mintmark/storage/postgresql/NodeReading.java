package io.mintmark.storage.postgresql;

import io.mintmark.storage.StoreClass;
import io.mintmark.storage.postgresql.sql.PostgresAddress;
import io.mintmark.storage.postgresql.sql.StoreClassReading;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * A store as somebody sees it who is no node: read once, without a claim.
 *
 * @param shown where the store is
 * @param storeClass what <em>acknowledged</em> means there
 * @param topology the number of the topology
 * @param databases how many there are
 * @param nodes all that ever claimed a tag, by tag
 */
public record NodeReading(String shown, StoreClass storeClass, long topology, long databases, List<Node> nodes) {
    private static final String NODES =
            "SELECT tag, epoch, state, url, ahead, CAST(EXTRACT(EPOCH FROM clock_timestamp() - heartbeat) AS DOUBLE PRECISION)"
                    + " FROM node ORDER BY tag";

    /**
     * A node.
     *
     * @param tag its tag
     * @param epoch of its claim
     * @param state starting, serving, leaving, left or lapsed
     * @param url where it answers
     * @param numbersAhead how many numbers it owned that it had not handed out
     * @param age how long ago it said all that, by the store's clock
     */
    public record Node(String tag, long epoch, String state, String url, long numbersAhead, Duration age) {}

    static NodeReading read(PostgresAddress address, Connection connection) throws SQLException {
        return new NodeReading(
                address.shown(),
                StoreClassReading.of(connection).storeClass(),
                Statements.number(connection, "SELECT topology FROM cluster").orElse(0),
                Statements.number(connection, "SELECT count(*) FROM database").orElse(0),
                Statements.rows(
                        connection,
                        row -> new Node(
                                row.getString(1),
                                row.getLong(2),
                                row.getString(3),
                                row.getString(4),
                                row.getLong(5),
                                Duration.ofMillis((long) (row.getDouble(6) * 1_000))),
                        NODES));
    }
}
