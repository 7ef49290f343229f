package io.mintmark.lab.peers;

import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.process.ProcessMemory;
import io.mintmark.lab.report.BlockingLoop;
import io.mintmark.lab.report.Sample;
import io.mintmark.lab.report.Window;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Ranges as an application takes them from a table of its own: one guarded update, in a transaction of its own.
 *
 * <p>It keeps no leases, so it does less than {@code hilo/next}.
 */
public final class PostgresRanges implements BlockingLoop.Work {
    public static final int THREADS = 32;

    private static final String UPDATE =
            "UPDATE counter SET max = max + 32" + " WHERE name = ? AND max <= 9007199254740991 - 32 RETURNING max";

    private final Connection connection;
    private final PreparedStatement update;
    private final int rows;
    private int row;

    private PostgresRanges(Connection connection, int rows, int firstRow) throws SQLException {
        this.connection = connection;
        this.update = connection.prepareStatement(UPDATE);
        this.rows = rows;
        this.row = firstRow;
    }

    /** Makes the table anew, with so many counters. */
    private static void createTable(Postgres server, int rows) throws IOException {
        server.execute(
                "DROP TABLE IF EXISTS counter",
                "CREATE TABLE counter (name text PRIMARY KEY, max bigint NOT NULL)",
                "INSERT INTO counter SELECT 'orders' || n, 0 FROM generate_series(0, " + (rows - 1) + ") n",
                "VACUUM ANALYZE counter",
                "CHECKPOINT");
    }

    /** Measures ranges from so many counters, made anew. */
    public static Sample measure(Postgres server, int rows, Duration warmUp, Duration window) throws IOException {
        createTable(server, rows);
        try (BlockingLoop loop = BlockingLoop.open(THREADS, thread -> open(server, rows, thread))) {
            return Window.of(server.process(), loop::run, 1, warmUp, window, ProcessMemory::together);
        }
    }

    /** Opens the work of one thread, which goes through all rows, beginning with one of its own. */
    private static PostgresRanges open(Postgres server, int rows, int thread) throws SQLException {
        return new PostgresRanges(server.connect(), rows, thread % rows);
    }

    @Override
    public void once() throws SQLException {
        row = (row + 1) % rows;
        update.setString(1, "orders" + row);
        try (ResultSet result = update.executeQuery()) {
            if (!result.next()) {
                throw new SQLException("the counter orders" + row + " must exist and have room");
            }
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
