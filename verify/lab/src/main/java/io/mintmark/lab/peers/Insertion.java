package io.mintmark.lab.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.hibernate.MintmarkSettings;
import io.mintmark.jdbc.JdbcRanges;
import io.mintmark.lab.process.CpuMeter;
import io.mintmark.lab.process.Postgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
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
}
