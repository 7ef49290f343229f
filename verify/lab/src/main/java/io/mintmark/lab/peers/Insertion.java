package io.mintmark.lab.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.hibernate.MintmarkSettings;
import io.mintmark.jdbc.JdbcRanges;
import io.mintmark.lab.process.CpuMeter;
import io.mintmark.lab.process.Postgres;
import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/** Rows that one thread inserts through Hibernate, in transactions and batches, into tables that are made anew. */
final class Insertion implements AutoCloseable {
    static final int ROWS_PER_TRANSACTION = 1_000;
    static final int BATCH = 50;
    static final int POOL = 4;

    private final Postgres postgres;
    private final HikariDataSource connections;

    Insertion(Postgres postgres) {
        this.postgres = postgres;
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(postgres.url());
        config.setMaximumPoolSize(POOL);
        connections = new HikariDataSource(config);
    }

    /** Inserts {@code rows} rows, closes the unit, and looks at what it left. */
    Inserted run(IdSource subject, int rows) throws IOException {
        prepare(subject);
        HeardRanges heard = new HeardRanges();
        double seconds;
        CpuMeter.Usage usage;
        try (SessionFactory unit = start(subject, heard)) {
            CpuMeter meter = CpuMeter.start(postgres.process());
            long begin = System.nanoTime();
            for (int row = 0; row < rows; row += ROWS_PER_TRANSACTION) {
                int from = row;
                int to = Math.min(rows, row + ROWS_PER_TRANSACTION);
                unit.inTransaction(session -> {
                    for (int number = from; number < to; number++) {
                        session.persist(subject.row(number));
                    }
                });
            }
            seconds = (System.nanoTime() - begin) / 1e9;
            usage = meter.stop();
        }
        return new Inserted(
                rows / seconds,
                reservations(subject, heard),
                subject.drawsFromASequence() ? number(subject.highest()) : heard.reservedNumbers(),
                heard.returnedNumbers(),
                unissued(subject, rows),
                usage.own() * 1e6 / rows,
                usage.server() * 1e6 / rows,
                usage.foreignCores());
    }

    private void prepare(IdSource subject) throws IOException {
        postgres.execute(
                "DROP TABLE IF EXISTS " + JdbcRanges.TABLE + ", mintmark_row, sequence_row, identity_row",
                "DROP SEQUENCE IF EXISTS " + Rows.SEQUENCE);
        if (subject.needsASequenceMade()) {
            postgres.execute("CREATE SEQUENCE " + Rows.SEQUENCE + " INCREMENT BY " + Rows.INCREMENT);
        }
        postgres.execute("CHECKPOINT");
    }

    private SessionFactory start(IdSource subject, HeardRanges heard) {
        Map<String, Object> settings = new HashMap<>(subject.settings(connections));
        settings.put("hibernate.connection.datasource", connections);
        settings.put("hibernate.hbm2ddl.auto", "update");
        settings.put("hibernate.jdbc.batch_size", String.valueOf(BATCH));
        settings.put(MintmarkSettings.LISTENER, heard);
        Configuration configuration = new Configuration().addAnnotatedClass(subject.entity());
        configuration.getProperties().putAll(settings);
        return configuration.buildSessionFactory();
    }

    /** Hibernate draws one value a time, and each is a round trip; of ours we hear, and one may be several values. */
    private double reservations(IdSource subject, HeardRanges heard) throws IOException {
        return switch (subject) {
            case OUR_TABLE, OUR_SEQUENCE -> heard.reservations();
            case POOLED_LO, POOLED ->
                number("SELECT (last_value - 1) / " + Rows.INCREMENT + " + 1 FROM " + Rows.SEQUENCE);
            case IDENTITY -> Double.NaN;
        };
    }

    /** Every row must be there, with an id of its own. */
    private double unissued(IdSource subject, int rows) throws IOException {
        String table =
                subject.entity().getAnnotation(jakarta.persistence.Table.class).name();
        long found = number("SELECT count(DISTINCT id) FROM " + table);
        if (found != rows) {
            throw new IOException(subject + " must leave " + rows + " rows with different ids, and left " + found);
        }
        double highest = number(subject.highest());
        return (highest - rows) / highest;
    }

    private long number(String query) throws IOException {
        try (Connection connection = connections.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            if (!row.next()) {
                throw new IOException("a query for one number must yield a row: " + query);
            }
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() {
        connections.close();
    }

    /** Counts what our generators reserve and give back. Thread-safe. */
    static final class HeardRanges implements RangeListener {
        private final AtomicLong reservations = new AtomicLong();
        private final AtomicLong reserved = new AtomicLong();
        private final AtomicLong returned = new AtomicLong();

        @Override
        public void reserved(Range range, Duration latency) {
            reservations.incrementAndGet();
            reserved.addAndGet(range.size());
        }

        @Override
        public void returned(Range range, long lastIssued, long count) {
            returned.addAndGet(count);
        }

        long reservations() {
            return reservations.get();
        }

        long reservedNumbers() {
            return reserved.get();
        }

        long returnedNumbers() {
            return returned.get();
        }
    }

    /**
     * Work of one subject in one round.
     *
     * @param perSecond rows a second, from the beginning of the first transaction to the end of the last commit
     * @param reservations round trips for numbers; NaN where each insert asks for its own
     * @param reserved numbers that were reserved, those included that went back
     * @param returned numbers that went back when the unit closed
     * @param unissued part of the numbers up to the counter's place after closing that no row has
     * @param ownMicros processor time of this process for a row
     * @param databaseMicros processor time of the database for a row
     * @param foreignCores cores that all others used
     */
    record Inserted(
            double perSecond,
            double reservations,
            double reserved,
            double returned,
            double unissued,
            double ownMicros,
            double databaseMicros,
            double foreignCores) {}
}
