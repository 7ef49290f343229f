package io.mintmark.lab.peers;

import io.mintmark.lab.instrument.DocumentText;
import io.mintmark.lab.instrument.IssuedNumbers;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.report.BlockingLoop;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Documents as an application reads them from a table like ours: one by its key, in an order that jumps about. */
public final class PostgresReads implements BlockingLoop.Work {
    private static final String SELECT = "SELECT etag, node, modified, metadata, body FROM document WHERE key = ?";

    private final Connection connection;
    private final PreparedStatement select;
    private final long documents;

    private PostgresReads(Connection connection, long documents) throws SQLException {
        this.connection = connection;
        this.select = connection.prepareStatement(SELECT);
        this.documents = documents;
    }

    /** Fills the table that {@link PostgresInserts#createTable} made with documents 1 to {@code documents}. */
    public static void fill(Postgres server, long documents) throws SQLException {
        IssuedNumbers numbers = new IssuedNumbers(0, 1);
        try (PostgresInserts inserts = PostgresInserts.open(server, new AtomicLong(), numbers, 0)) {
            for (long inserted = 0; inserted < documents; inserted += PostgresInserts.BATCH) {
                inserts.once();
            }
        }
    }

    public static PostgresReads open(Postgres server, long documents) throws SQLException {
        return new PostgresReads(server.connect(), documents);
    }

    @Override
    public void once() throws SQLException {
        select.setString(1, DocumentText.id(1 + ThreadLocalRandom.current().nextLong(documents)));
        try (ResultSet result = select.executeQuery()) {
            if (!result.next() || result.getString(5).isEmpty()) {
                throw new SQLException("every document must be there and have a body");
            }
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
