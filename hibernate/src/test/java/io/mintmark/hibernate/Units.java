package io.mintmark.hibernate;

import io.mintmark.internal.Uninterruptibly;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/** Persistence units over databases that exist for one test. */
final class Units {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private Units() {}

    /** Names an empty H2 database in memory, which lasts as long as the JVM. */
    static String newH2() {
        return "jdbc:h2:mem:unit" + DATABASES.incrementAndGet() + ";DB_CLOSE_DELAY=-1";
    }

    /** Starts a unit; its tables are made if they are not there, unless {@code settings} say otherwise. */
    static SessionFactory start(String url, Map<String, Object> settings, Class<?>... entities) {
        Configuration configuration = new Configuration();
        for (Class<?> entity : entities) {
            configuration.addAnnotatedClass(entity);
        }
        Map<String, Object> all = new HashMap<>();
        all.put("hibernate.connection.url", url);
        all.put("hibernate.connection.pool_size", "8");
        all.put("hibernate.hbm2ddl.auto", "update");
        all.put("hibernate.generate_statistics", "true");
        all.put("hibernate.session.events.log", "false");
        all.put("hibernate.jdbc.batch_size", "50");
        all.putAll(settings);
        configuration.getProperties().putAll(all);
        return configuration.buildSessionFactory();
    }

    /** Counters in memory that outlive units, as a database does. */
    static final class InMemory implements CounterSources {
        private final Map<String, InMemoryRanges> counters = new ConcurrentHashMap<>();

        @Override
        public InMemoryRanges source(String counter) {
            return counters.computeIfAbsent(counter, name -> new InMemoryRanges());
        }

        Map<String, Object> asSetting() {
            return Map.of(MintmarkSettings.SOURCES, this);
        }
    }

    /** Counters of which none takes numbers back before so many were asked to. */
    static final class Meeting {
        private final CountDownLatch returns;
        private final List<Boolean> met = new CopyOnWriteArrayList<>();

        Meeting(int counters) {
            this.returns = new CountDownLatch(counters);
        }

        /** Returns whether each return met the others; empty if nothing was to go back. */
        List<Boolean> met() {
            return met;
        }

        RangeSource over(RangeSource source) {
            return new RangeSource() {
                @Override
                public Range reserve(long size) {
                    return source.reserve(size);
                }

                @Override
                public boolean giveBack(Range range, long lastIssued) {
                    returns.countDown();
                    Uninterruptibly.run(() -> met.add(returns.await(30, TimeUnit.SECONDS)));
                    return source.giveBack(range, lastIssued);
                }

                @Override
                public long raise(long atLeast) {
                    return source.raise(atLeast);
                }
            };
        }
    }
}
