package io.mintmark.lab.peers;

import io.mintmark.lab.instrument.DocumentText;
import io.mintmark.lab.instrument.IssuedNumbers;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.process.ProcessMemory;
import io.mintmark.lab.report.BlockingLoop;
import io.mintmark.lab.report.Sample;
import io.mintmark.lab.report.Window;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Documents as an application inserts them into a table like ours: {@value #BATCH} a transaction, in one batch. */
public final class PostgresInserts implements BlockingLoop.Work {
    public static final int BATCH = 1_000;

    private static final String INSERT =
            "INSERT INTO document (etag, key, id, collection, node, modified, metadata, body)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

    private final Connection connection;
    private final PreparedStatement insert;
    private final AtomicLong etags;
    private final IssuedNumbers numbers;
    private final int thread;

    private PostgresInserts(Connection connection, AtomicLong etags, IssuedNumbers numbers, int thread)
            throws SQLException {
        connection.setAutoCommit(false);
        this.connection = connection;
        this.insert = connection.prepareStatement(INSERT);
        this.etags = etags;
        this.numbers = numbers;
        this.thread = thread;
    }

    /** Makes the table anew: the columns, keys and index of our table of documents. */
    public static void createTable(Postgres server) throws IOException {
        server.execute(
                "DROP TABLE IF EXISTS document",
                "CREATE TABLE document (etag bigint PRIMARY KEY, key text NOT NULL UNIQUE, id text NOT NULL,"
                        + " collection bigint NOT NULL, node text NOT NULL, modified bigint NOT NULL,"
                        + " metadata jsonb NOT NULL, body jsonb NOT NULL)",
                "CREATE INDEX document_by_collection ON document (collection, etag)",
                "CHECKPOINT");
    }

    /** Measures inserts into a new table. */
    public static Sample measure(Postgres server, int connections, Duration warmUp, Duration window)
            throws IOException {
        createTable(server);
        AtomicLong etags = new AtomicLong();
        IssuedNumbers numbers = new IssuedNumbers(0, connections);
        try (BlockingLoop loop = BlockingLoop.open(connections, thread -> open(server, etags, numbers, thread))) {
            return Window.of(server.process(), loop::run, BATCH, warmUp, window, ProcessMemory::together);
        }
    }

    static PostgresInserts open(Postgres server, AtomicLong etags, IssuedNumbers numbers, int thread)
            throws SQLException {
        return new PostgresInserts(server.connect(), etags, numbers, thread);
    }

    @Override
    public void once() throws SQLException {
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
        connection.commit();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
