package io.mintmark.lab.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.hibernate.MintmarkSettings;
import io.mintmark.hibernate.TakeoverReport;
import io.mintmark.lab.process.Postgres;
import io.mintmark.range.RangeListener;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/** Rows that many threads insert through Hibernate into a database behind a wire, a batch in each transaction. */
final class DistantInsertion {
    static final int THREADS = 64;
    static final int BATCH = 50;

    /** One for each thread, and some for numbers. */
    static final int POOL = THREADS + 8;

    static final int DELAY_MILLIS = 15;
    static final int AROUND_MILLIS = 5;

    private final Postgres postgres;

    /** The maker of the ids, and the distance of the database. */
    record Case(boolean isTaken, boolean isDistant) {
        String title() {
            return (isTaken ? "**taken over**" : "Hibernate `pooled`") + (isDistant ? ", distant" : ", near");
        }

        Case byHibernate() {
            return new Case(false, isDistant);
        }
    }

    /**
     * Work of one case in one round.
     *
     * @param perSecond rows a second that were committed after the warm-up
     * @param waited callers that waited for a range, after the warm-up; NaN for Hibernate, which tells nobody
     */
    record Inserted(double perSecond, double waited) {}

    DistantInsertion(Postgres postgres) {
        this.postgres = postgres;
    }

    /** Has all threads insert for {@code warmUp}, and on for {@code measured}, which is what is measured. */
    Inserted run(Case which, Duration warmUp, Duration measured) throws IOException {
        postgres.execute("DROP TABLE IF EXISTS sequence_row", "DROP SEQUENCE IF EXISTS " + Rows.SEQUENCE, "CHECKPOINT");
        Waits waits = new Waits();
        int delay = which.isDistant ? DELAY_MILLIS : 0;
        try (DistantWire wire = new DistantWire(portOf(postgres.url()), delay, AROUND_MILLIS);
                HikariDataSource connections = pool(wire.port());
                SessionFactory unit = start(which, connections, waits);
                Inserters inserters = new Inserters(unit)) {
            TimeUnit.NANOSECONDS.sleep(warmUp.toNanos());
            long rowsBefore = inserters.rows();
            long waitsBefore = waits.count.get();
            long begin = System.nanoTime();
            TimeUnit.NANOSECONDS.sleep(measured.toNanos());
            double seconds = (System.nanoTime() - begin) / 1e9;
            return new Inserted(
                    (inserters.rows() - rowsBefore) / seconds,
                    which.isTaken ? waits.count.get() - waitsBefore : Double.NaN);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private static int portOf(String url) {
        return Integer.parseInt(url.replaceFirst("^jdbc:postgresql://[^:/]+:(\\d+)/.*$", "$1"));
    }

    private HikariDataSource pool(int port) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(postgres.url().replaceFirst(":\\d+/", ":" + port + "/"));
        config.setMaximumPoolSize(POOL);
        return new HikariDataSource(config);
    }

    private static SessionFactory start(Case which, HikariDataSource connections, RangeListener heard)
            throws IOException {
        Map<String, Object> settings = new HashMap<>();
        settings.put("hibernate.connection.datasource", connections);
        settings.put("hibernate.connection.provider_disables_autocommit", "false");
        settings.put("hibernate.hbm2ddl.auto", "update");
        settings.put("hibernate.jdbc.batch_size", String.valueOf(BATCH));
        settings.put("hibernate.id.optimizer.pooled.preferred", "pooled");
        if (which.isTaken) {
            settings.put(MintmarkSettings.TAKEOVER, "all");
            settings.put(MintmarkSettings.LISTENER, heard);
        }
        Configuration configuration = new Configuration().addAnnotatedClass(Rows.BySequence.class);
        configuration.getProperties().putAll(settings);
        SessionFactory unit = configuration.buildSessionFactory();
        if (TakeoverReport.of(unit).taken().isEmpty() == which.isTaken) {
            throw new IOException("ids must be taken over where that is measured: " + TakeoverReport.of(unit));
        }
        return unit;
    }

    /** Threads that insert a batch after the other until they are closed. */
    private static final class Inserters implements AutoCloseable {
        private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        private final LongAdder committed = new LongAdder();
        private final List<Future<?>> work = new ArrayList<>();
        private volatile boolean closed;

        Inserters(SessionFactory unit) {
            for (int thread = 0; thread < THREADS; thread++) {
                work.add(threads.submit(() -> insert(unit)));
            }
        }

        private void insert(SessionFactory unit) {
            while (!closed) {
                unit.inTransaction(session -> {
                    for (int number = 0; number < BATCH; number++) {
                        session.persist(new Rows.BySequence().filled(number));
                    }
                });
                committed.add(BATCH);
            }
        }

        long rows() {
            return committed.sum();
        }

        /** Waits for the last batches; fails if an insert did. */
        @Override
        public void close() throws IOException {
            closed = true;
            try {
                for (Future<?> one : work) {
                    Object unused = one.get();
                }
            } catch (ExecutionException | InterruptedException e) {
                throw new IOException(e);
            } finally {
                threads.shutdownNow();
            }
        }
    }

    /** Counts callers that had to wait. Thread-safe. */
    private static final class Waits implements RangeListener {
        private final AtomicLong count = new AtomicLong();

        @Override
        public void blocked(Duration waited) {
            count.incrementAndGet();
        }
    }
}
