package io.mintmark.lab.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.hilo.HiLo;
import io.mintmark.jdbc.JdbcCounter;
import io.mintmark.jdbc.JdbcRanges;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.report.BlockingLoop;
import io.mintmark.lab.report.Sample;
import io.mintmark.lab.report.Window;
import io.mintmark.testkit.HistoryChecker;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * One counter from which {@value #WRITERS} threads take number after number, made anew for each window. A history
 * checker gets each number when it arrives, and each must be one that the database has passed by then.
 */
final class HotCounter {
    static final int WRITERS = 200;
    static final int BLOCK = 50;

    private final Postgres postgres;
    private final HistoryChecker history = new HistoryChecker();
    private int windows;

    /** Somebody who gives the numbers of the counter to any number of threads. */
    interface Numbers extends AutoCloseable {
        long next() throws SQLException;

        /** Returns the highest number that the database has passed, after the last one was taken. */
        long stored() throws SQLException;

        @Override
        void close();
    }

    /** A way of giving numbers, over connections that it may use. */
    @FunctionalInterface
    interface Way {
        Numbers open(DataSource connections) throws SQLException, IOException;
    }

    HotCounter(Postgres postgres) {
        this.postgres = postgres;
    }

    /** Returns every number that arrived so far, as the checker remembers them. */
    HistoryChecker history() {
        return history;
    }

    /** Has all writers take numbers over a pool of {@code connections}. */
    Sample measure(Way way, int connections, Window window) throws IOException {
        postgres.execute(
                "DROP TABLE IF EXISTS counter, " + JdbcRanges.TABLE,
                "CREATE TABLE counter (id int PRIMARY KEY, n bigint NOT NULL, version bigint NOT NULL)",
                "INSERT INTO counter VALUES (1, 0, 0)",
                "CHECKPOINT");
        String scope = "window " + ++windows;
        try (HikariDataSource pool = pool(connections);
                Numbers numbers = way.open(pool)) {
            List<Writer> writers = new ArrayList<>();
            try (BlockingLoop loop = BlockingLoop.open(WRITERS, thread -> writer(numbers, scope, writers))) {
                Sample sample = window.of(List.of(postgres.process()), loop::run, 1);
                requirePassed(numbers, writers);
                return sample;
            }
        } catch (SQLException e) {
            throw new IOException(e);
        } finally {
            history.settle(scope);
        }
    }

    private HikariDataSource pool(int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(postgres.url());
        config.setMaximumPoolSize(connections);
        return new HikariDataSource(config);
    }

    private Writer writer(Numbers numbers, String scope, List<Writer> writers) {
        Writer writer = new Writer(numbers, scope);
        writers.add(writer);
        return writer;
    }

    private static void requirePassed(Numbers numbers, List<Writer> writers) throws SQLException, IOException {
        long highest =
                writers.stream().mapToLong(writer -> writer.highest).max().orElse(0);
        long stored = numbers.stored();
        if (stored < highest) {
            throw new IOException(
                    "no number may be above what is stored: " + highest + " was given, " + stored + " is");
        }
    }

    /** One thread's work: it takes a number and shows it to the checker. */
    private final class Writer implements BlockingLoop.Work {
        private final Numbers numbers;
        private final String scope;
        private long highest;

        Writer(Numbers numbers, String scope) {
            this.numbers = numbers;
            this.scope = scope;
        }

        @Override
        public void once() throws SQLException {
            long number = numbers.next();
            history.issued(scope, number);
            highest = Math.max(highest, number);
        }

        @Override
        public void close() {
            // The numbers belong to all writers.
        }
    }

    /** One statement in a transaction of its own: the shortest that can be written by hand. */
    static Numbers updated(DataSource connections) {
        return new ByHand(connections) {
            @Override
            public long next() throws SQLException {
                try (Connection connection = connections.getConnection()) {
                    return number(connection, "UPDATE counter SET n = n + 1 WHERE id = 1 RETURNING n");
                }
            }
        };
    }

    /** A row with a version, as JPA's {@code @Version} updates it; one that was overtaken tries again at once. */
    static Numbers versioned(DataSource connections) {
        return new ByHand(connections) {
            @Override
            public long next() throws SQLException {
                long number;
                do {
                    try (Connection connection = connections.getConnection()) {
                        connection.setAutoCommit(false);
                        number = attempt(connection);
                        connection.commit();
                    }
                } while (number < 0);
                return number;
            }

            private long attempt(Connection connection) throws SQLException {
                try (PreparedStatement select =
                                connection.prepareStatement("SELECT n, version FROM counter WHERE id = 1");
                        ResultSet row = select.executeQuery()) {
                    if (!row.next()) {
                        throw new SQLException("the row of the counter must be there");
                    }
                    long next = row.getLong(1) + 1;
                    return update(connection, next, row.getLong(2)) == 1 ? next : -1;
                }
            }

            private int update(Connection connection, long next, long version) throws SQLException {
                try (PreparedStatement update = connection.prepareStatement(
                        "UPDATE counter SET n = ?, version = version + 1 WHERE id = 1 AND version = ?")) {
                    update.setLong(1, next);
                    update.setLong(2, version);
                    return update.executeUpdate();
                }
            }
        };
    }

    /** Blocks of {@value #BLOCK}, each committed before a number of it is given; fails if they would not be durable. */
    static Numbers ours(DataSource connections) throws IOException {
        JdbcCounter counter = JdbcRanges.over(connections).counter("hot").build();
        if (!counter.preflight().durability().durable()) {
            throw new IOException("blocks must be durable: " + counter.preflight());
        }
        HiLo hot = HiLo.over(counter)
                .name("hot")
                .rangeSize(BLOCK)
                .rangeSizeMax(BLOCK)
                .strict();
        return new Numbers() {
            @Override
            public long next() {
                return hot.next();
            }

            @Override
            public long stored() throws SQLException {
                try (Connection connection = connections.getConnection()) {
                    return number(connection, "SELECT last_number FROM " + JdbcRanges.TABLE);
                }
            }

            @Override
            public void close() {
                hot.close();
            }
        };
    }

    /** A row that statements move which an application sends itself. */
    abstract static class ByHand implements Numbers {
        private final DataSource connections;

        ByHand(DataSource connections) {
            this.connections = connections;
        }

        @Override
        public long stored() throws SQLException {
            try (Connection connection = connections.getConnection()) {
                return number(connection, "SELECT n FROM counter WHERE id = 1");
            }
        }

        @Override
        public void close() {
            // The row stays.
        }
    }

    /** Returns the one number that a statement answers. */
    static long number(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                throw new SQLException("a statement for one number must answer a row: " + sql);
            }
            return row.getLong(1);
        }
    }
}
