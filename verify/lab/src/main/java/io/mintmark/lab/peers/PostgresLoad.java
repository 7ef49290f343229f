package io.mintmark.lab.peers;

import io.mintmark.lab.instrument.DocumentText;
import io.mintmark.lab.instrument.IssuedNumbers;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.report.BlockingLoop;
import io.mintmark.lab.report.Sample;
import io.mintmark.lab.report.Window;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** What an application does by itself in tables like ours, on one connection with one prepared statement. */
public final class PostgresLoad implements BlockingLoop.Work {
    /** Documents of one transaction, in one batch. */
    public static final int BATCH = 1_000;

    /** Threads that take ranges at once. */
    public static final int THREADS = 32;

    private final Connection connection;
    private final PreparedStatement statement;
    private final Step step;

    private PostgresLoad(Postgres server, String sql, Step step) throws SQLException {
        this.connection = server.connect();
        this.statement = connection.prepareStatement(sql);
        this.step = step;
    }

    /** Does it once. */
    @FunctionalInterface
    private interface Step {
        void run(PreparedStatement statement) throws SQLException;
    }

    /** Makes the table of documents anew: the columns, keys and index of ours. */
    public static void createDocuments(Postgres server) throws IOException {
        server.execute(
                "DROP TABLE IF EXISTS document",
                "CREATE TABLE document (etag bigint PRIMARY KEY, key text NOT NULL UNIQUE, id text NOT NULL,"
                        + " collection bigint NOT NULL, node text NOT NULL, modified bigint NOT NULL,"
                        + " metadata jsonb NOT NULL, body jsonb NOT NULL)",
                "CREATE INDEX document_by_collection ON document (collection, etag)",
                "CHECKPOINT");
    }

    /** Measures inserts of documents into a new table. */
    public static Sample inserts(Postgres server, int connections, Window window) throws IOException {
        createDocuments(server);
        AtomicLong etags = new AtomicLong();
        IssuedNumbers numbers = new IssuedNumbers(0, connections);
        return measure(server, connections, thread -> inserts(server, etags, numbers, thread), BATCH, window);
    }

    private static Sample measure(
            Postgres server, int threads, BlockingLoop.Opener opener, int unitsPerStep, Window window)
            throws IOException {
        try (BlockingLoop loop = BlockingLoop.open(threads, opener)) {
            return window.of(List.of(server.process()), loop::run, unitsPerStep);
        }
    }

    private static PostgresLoad inserts(Postgres server, AtomicLong etags, IssuedNumbers numbers, int thread)
            throws SQLException {
        PostgresLoad load = new PostgresLoad(
                server,
                "INSERT INTO document (etag, key, id, collection, node, modified, metadata, body)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                insert -> insertBatch(insert, etags, numbers, thread));
        load.connection.setAutoCommit(false);
        return load;
    }

    private static void insertBatch(PreparedStatement insert, AtomicLong etags, IssuedNumbers numbers, int thread)
            throws SQLException {
        for (int i = 0; i < BATCH; i++) {
            long number = numbers.next(thread);
            String id = DocumentText.id(number);
            insert.setLong(1, etags.incrementAndGet());
            insert.setString(2, id);
            insert.setString(3, id);
            insert.setLong(4, 1);
            insert.setString(5, "A");
            insert.setLong(6, number);
            insert.setString(7, DocumentText.METADATA);
            insert.setString(8, DocumentText.body(number));
            insert.addBatch();
        }
        int ignored = insert.executeBatch().length;
        insert.getConnection().commit();
    }

    /** Fills the table of documents with documents 1 to {@code documents}. */
    public static void fill(Postgres server, long documents) throws IOException {
        try (PostgresLoad inserts = inserts(server, new AtomicLong(), new IssuedNumbers(0, 1), 0)) {
            for (long inserted = 0; inserted < documents; inserted += BATCH) {
                inserts.once();
            }
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    /** Measures reads of documents 1 to {@code documents}: one by its key, in an order that jumps about. */
    public static Sample reads(Postgres server, long documents, int threads, Window window) throws IOException {
        String sql = "SELECT etag, node, modified, metadata, body FROM document WHERE key = ?";
        return measure(
                server, threads, thread -> new PostgresLoad(server, sql, select -> read(select, documents)), 1, window);
    }

    private static void read(PreparedStatement select, long documents) throws SQLException {
        select.setString(1, DocumentText.id(1 + ThreadLocalRandom.current().nextLong(documents)));
        try (ResultSet result = select.executeQuery()) {
            if (!result.next() || result.getString(5).isEmpty()) {
                throw new SQLException("every document must be there and have a body");
            }
        }
    }

    /**
     * Measures ranges from so many counters, made anew: one guarded update, in a transaction of its own. It keeps no
     * leases, so it does less than {@code hilo/next}.
     */
    public static Sample ranges(Postgres server, int rows, Window window) throws IOException {
        server.execute(
                "DROP TABLE IF EXISTS counter",
                "CREATE TABLE counter (name text PRIMARY KEY, max bigint NOT NULL)",
                "INSERT INTO counter SELECT 'orders' || n, 0 FROM generate_series(0, " + (rows - 1) + ") n",
                "VACUUM ANALYZE counter",
                "CHECKPOINT");
        String sql = "UPDATE counter SET max = max + 32 WHERE name = ? AND max <= 9007199254740991 - 32 RETURNING max";
        return measure(
                server,
                THREADS,
                thread -> {
                    int[] row = {thread % rows};
                    return new PostgresLoad(server, sql, update -> take(update, row[0] = (row[0] + 1) % rows));
                },
                1,
                window);
    }

    private static void take(PreparedStatement update, int row) throws SQLException {
        update.setString(1, "orders" + row);
        try (ResultSet result = update.executeQuery()) {
            if (!result.next()) {
                throw new SQLException("the counter orders" + row + " must exist and have room");
            }
        }
    }

    @Override
    public void once() throws SQLException {
        step.run(statement);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
