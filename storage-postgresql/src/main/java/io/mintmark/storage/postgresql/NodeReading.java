package io.mintmark.storage.postgresql;

import io.mintmark.storage.engine.StoreNodes;
import io.mintmark.storage.postgresql.sql.PostgresAddress;
import io.mintmark.storage.postgresql.sql.StoreClassReading;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** Reads the nodes of a store for somebody who is none. Stateless. */
final class NodeReading {
    private static final String NODES =
            "SELECT tag, epoch, state, url, ahead, CAST(EXTRACT(EPOCH FROM clock_timestamp() - heartbeat) AS DOUBLE PRECISION)"
                    + " FROM node ORDER BY tag";

    private NodeReading() {}

    static StoreNodes read(PostgresAddress address, Connection connection) throws SQLException {
        return new StoreNodes(
                address.shown(),
                StoreClassReading.of(connection).storeClass().level().text(),
                Statements.number(connection, "SELECT topology FROM cluster").orElse(0),
                Statements.number(connection, "SELECT count(*) FROM database").orElse(0),
                Statements.rows(
                        connection,
                        row -> new StoreNodes.Node(
                                row.getString(1),
                                row.getLong(2),
                                row.getString(3),
                                row.getString(4),
                                row.getLong(5),
                                Duration.ofMillis((long) (row.getDouble(6) * 1_000))),
                        NODES));
    }
}
