package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.hilo.HiLo;
import io.mintmark.range.RangeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.hibernate.HibernateException;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.engine.jdbc.connections.internal.UserSuppliedConnectionProviderImpl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A unit with a takeover starts, and makes its schema, wherever and however it does without. */
final class TakeoverStartTest {
    private static final Map<String, Object> NO_SCHEMA_TOOL = Map.of("hibernate.hbm2ddl.auto", "none");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    /** Mapped by a file. */
    static class Mapped {
        @Nullable Long id;
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldStartForALoginThatMayOnlyRead(Databases kind) {
        String url = kind.create();
        try (SessionFactory writer = taking(url, Map.of())) {
            writer.inTransaction(session -> session.persist(new Depot.Crate()));
        }
        try (SessionFactory reader = taking(reader(kind, url), NO_SCHEMA_TOOL)) {
            // H2 lets everybody draw from a sequence.
            assertThat(TakeoverReport.of(reader).left().get(kind == Databases.POSTGRES ? "Crate.id" : "Truck.id"))
                    .containsAnyOf("this login may not read", "must be in a table that exists and may be read");
            assertThat(reader.fromSession(session -> session.find(Depot.Crate.class, 1L)).label)
                    .isEqualTo("fragile");
            assertThatThrownBy(() -> reader.inTransaction(session -> session.persist(new Depot.Crate())))
                    .as("as Hibernate's own generator does")
                    .isInstanceOf(HibernateException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldStartWithoutADatabase(boolean looks) {
        try (SessionFactory unit = taking("jdbc:unused", nowhere(looks, new AtomicInteger()))) {
            assertThat(TakeoverReport.of(unit).pending()).containsOnlyKeys("Crate.id", "Pallet.id", "Truck.id");
            assertThatThrownBy(() -> unit.inTransaction(session -> session.persist(new Depot.Crate())))
                    .hasStackTraceContaining("localhost:1");
        }
    }

    /** Otherwise a start would wait for a database that is away as often as it has counters. */
    @Test
    void shouldAskForADatabaseThatIsAwayNoOftenerThanForOneCounter() {
        AtomicInteger asked = new AtomicInteger();
        Units.start("jdbc:unused", with(nowhere(true, asked), "all"), Depot.Crate.class)
                .close();
        int forOneCounter = asked.getAndSet(0);

        taking("jdbc:unused", nowhere(true, asked)).close();

        assertThat(asked).hasValue(forOneCounter);
    }

    /** Otherwise each would wait for a database that does not answer after the one before it, and a close after all. */
    @Test
    @Timeout(60)
    void shouldAskForADatabaseThatIsAwayOnceForAllThatWait() throws InterruptedException {
        AtomicInteger asked = new AtomicInteger();
        try (SessionFactory unit = Units.start("jdbc:unused", with(nowhere(false, asked), "all"), Depot.Crate.class)) {
            persistInVain(unit);
        }
        int once = asked.getAndSet(0);
        CountDownLatch answered = new CountDownLatch(1);
        try (SessionFactory unit =
                Units.start("jdbc:unused", with(nowhere(false, asked, answered), "all"), Depot.Crate.class)) {
            List<Thread> callers = Stream.generate(() -> new Thread(() -> persistInVain(unit)))
                    .limit(4)
                    .toList();
            callers.forEach(Thread::start);
            while (asked.get() == 0
                    || callers.stream().filter(TakeoverStartTest::isBlocked).count() < 3) {
                Thread.onSpinWait();
            }
            answered.countDown();
            for (Thread caller : callers) {
                caller.join();
            }

            assertThat(asked).hasValue(once);
        }
    }

    private static boolean isBlocked(Thread caller) {
        return caller.getState() == Thread.State.BLOCKED;
    }

    private static void persistInVain(SessionFactory unit) {
        try (Session session = unit.openSession()) {
            assertThatThrownBy(() -> session.persist(new Depot.Crate())).hasStackTraceContaining("localhost:1");
        }
    }

    @Test
    void shouldTakeNoConnectionBeforeTheFirstIdWhereASettingSaysSo() {
        String url = Units.newH2();
        taking(url, Map.of()).close();
        Map<String, Object> quiet = new HashMap<>(NO_SCHEMA_TOOL);
        CountingProvider plain = new CountingProvider(url);
        quiet.put("hibernate.connection.provider_class", plain);
        Units.start(url, quiet, Depot.Crate.class, Depot.Pallet.class, Depot.Truck.class)
                .close();
        CountingProvider counting = new CountingProvider(url);
        quiet.put("hibernate.connection.provider_class", counting);
        quiet.put(MintmarkSettings.LOOK, "first-id");

        try (SessionFactory unit = taking(url, quiet)) {
            assertThat(counting.returned()).isEqualTo(plain.returned());
            unit.inTransaction(session -> session.persist(new Depot.Crate()));
            assertThat(TakeoverReport.of(unit).taken()).containsOnlyKeys("Crate.id");
            assertThat(TakeoverReport.of(unit).pending()).containsOnlyKeys("Pallet.id", "Truck.id");
        }
    }

    @Test
    void shouldBuildItsMetamodelWithoutAConnection() {
        Map<String, Object> tool = new HashMap<>(NO_SCHEMA_TOOL);
        tool.put("hibernate.connection.provider_class", new UserSuppliedConnectionProviderImpl());
        tool.put("hibernate.boot.allow_jdbc_metadata_access", false);
        tool.put("hibernate.dialect", "org.hibernate.dialect.H2Dialect");
        try (SessionFactory unit = taking("jdbc:unused", tool)) {
            assertThat(unit.getMetamodel().entity(Depot.Crate.class).getName()).isEqualTo("Crate");
            assertThat(TakeoverReport.of(unit).left().get("Crate.id")).contains("none of its own");
        }
    }

    /** A session's own connection may lead to another database, whose sequence is another counter. */
    @Test
    void shouldLeaveIdsToHibernateInASessionThatBringsItsConnection() throws SQLException {
        String here = Units.newH2();
        String there = Units.newH2();
        try (SessionFactory unit = taking(here, Map.of());
                SessionFactory other = taking(there, Map.of());
                Connection brought = DriverManager.getConnection(there)) {
            other.inTransaction(session -> {
                for (int i = 0; i < 3_000; i++) {
                    session.persist(new Depot.Truck());
                }
            });
            try (Session session = unit.withOptions().connection(brought).openSession()) {
                Depot.Truck truck = new Depot.Truck();
                session.persist(truck);
                assertThat(truck.number()).as("of the sequence there").isGreaterThan(3_000);
            }
            Depot.Truck truck = new Depot.Truck();
            unit.inTransaction(session -> session.persist(truck));
            assertThat(truck.number()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldTakeAGeneratorOverThatAFileMaps(Databases kind) {
        String url = kind.create();
        try (SessionFactory unit =
                MappingFiles.start(url, "takeover.orm.xml", Map.of(MintmarkSettings.TAKEOVER, "mapped_numbers"))) {
            assertThat(TakeoverReport.of(unit).taken()).containsOnlyKeys("Mapped.id");
            Mapped mapped = new Mapped();
            unit.inTransaction(session -> session.persist(mapped));
            assertThat(mapped.id).isEqualTo(7);
        }
    }

    /** Hibernate's own generators say what the schema is. */
    @Test
    void shouldExportTheSameSchema() throws IOException {
        assertThat(exported("all")).isEqualTo(exported(""));
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldValidateTheSchemaAsBefore(Databases kind) {
        String url = kind.create();
        taking(url, Map.of("hibernate.hbm2ddl.auto", "create")).close();
        taking(url, Map.of("hibernate.hbm2ddl.auto", "validate")).close();
        Databases.execute(url, "DROP SEQUENCE truck_numbers");

        assertThatThrownBy(() -> taking(url, Map.of("hibernate.hbm2ddl.auto", "validate")))
                .hasStackTraceContaining("truck_numbers");
    }

    @Test
    void shouldAskALenderForTheGenerator() {
        List<String> asked = new ArrayList<>();
        CounterGenerators lender = new CounterGenerators() {
            @Override
            public HiLo generator(String counter) {
                throw new IllegalStateException("no counter of ours");
            }

            @Override
            public HiLo generatorOver(String counter, RangeSource source, long block) {
                asked.add(counter + " by " + block);
                return CounterGenerators.super.generatorOver(counter, source, block);
            }
        };
        try (SessionFactory unit = taking(Units.newH2(), Map.of(MintmarkSettings.DEFAULT_GENERATORS, lender))) {
            assertThat(asked)
                    .containsExactlyInAnyOrder("CRATE_SEQ by 50", "PALLET_NUMBERS by 10", "TRUCK_NUMBERS by 1");
            unit.inTransaction(session -> session.persist(new Depot.Crate()));
        }
    }

    /** The twin: where nothing is taken over, nobody looks at a lender's counters, and the setting is refused. */
    @Test
    void shouldRefuseToLookAtALendersCounters() {
        CounterGenerators lender = counter -> {
            throw new IllegalStateException(counter);
        };

        assertThatThrownBy(() -> Units.start(
                        Units.newH2(),
                        Map.of(MintmarkSettings.GENERATORS, lender, MintmarkSettings.LOOK, "first-id"),
                        Shop.Order.class))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining(MintmarkSettings.LOOK + " stands without");
    }

    @Test
    void shouldForgetTheUnitWhenItCloses() {
        SessionFactory unit = taking(Units.newH2(), Map.of());
        unit.inTransaction(session -> session.persist(new Depot.Crate()));
        unit.close();

        assertThat(TakeoverReport.of(unit)).isEqualTo(new TakeoverReport(Map.of(), Map.of(), Map.of(), Map.of()));
    }

    private String exported(String names) throws IOException {
        Path script = Files.createTempFile(directory, "schema", ".sql");
        Map<String, Object> settings = new HashMap<>(NO_SCHEMA_TOOL);
        settings.put("jakarta.persistence.schema-generation.scripts.action", "create");
        settings.put("jakarta.persistence.schema-generation.scripts.create-target", script.toString());
        Map<String, Object> all = names.isEmpty() ? settings : with(settings, names);
        Units.start(Units.newH2(), all, Depot.Crate.class, Depot.Pallet.class, Depot.Shelf.class, Depot.Dock.class)
                .close();
        String text = Files.readString(script);
        assertThat(text).contains("pallet_numbers").contains("depot_counters");
        return text;
    }

    private static Map<String, Object> nowhere(boolean looks, AtomicInteger asked) {
        return nowhere(looks, asked, new CountDownLatch(0));
    }

    private static Map<String, Object> nowhere(boolean looks, AtomicInteger asked, CountDownLatch answered) {
        PGSimpleDataSource nobody = new PGSimpleDataSource() {
            private static final long serialVersionUID = 1L;

            @Override
            public Connection getConnection() throws SQLException {
                asked.incrementAndGet();
                await(answered);
                return super.getConnection();
            }
        };
        nobody.setURL("jdbc:postgresql://localhost:1/nowhere");
        Map<String, Object> settings = new HashMap<>(NO_SCHEMA_TOOL);
        settings.put("hibernate.connection.datasource", nobody);
        settings.put("hibernate.dialect", "org.hibernate.dialect.PostgreSQLDialect");
        settings.put("hibernate.boot.allow_jdbc_metadata_access", String.valueOf(looks));
        return settings;
    }

    private static void await(CountDownLatch answered) throws SQLException {
        try {
            answered.await();
        } catch (InterruptedException e) {
            throw new SQLException(e);
        }
    }

    private static SessionFactory taking(String url, Map<String, Object> settings) {
        return Units.start(url, with(settings, "all"), Depot.Crate.class, Depot.Pallet.class, Depot.Truck.class);
    }

    private static Map<String, Object> with(Map<String, Object> settings, String names) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put(MintmarkSettings.TAKEOVER, names);
        return all;
    }

    private static String reader(Databases kind, String url) {
        String user = Databases.fresh("reader");
        Databases.execute(
                url,
                kind == Databases.POSTGRES
                        ? "CREATE ROLE " + user + " LOGIN PASSWORD 'x'"
                        : "CREATE USER " + user + " PASSWORD 'x'");
        Databases.execute(url, "GRANT SELECT ON crate TO " + user);
        return Databases.as(user, url);
    }
}
