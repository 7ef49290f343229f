package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.internal.Uninterruptibly;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.RangeSource;
import io.mintmark.range.Refiller;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.context.spi.CurrentTenantIdentifierResolver;
import org.hibernate.engine.jdbc.connections.spi.AbstractMultiTenantConnectionProvider;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A unit that chooses its connection by tenant, each of which has a database. */
final class TenantUnitTest {
    private final Tenants tenants = new Tenants();

    @Test
    void shouldCountInTheDatabaseOfEachTenant() {
        try (SessionFactory unit = start(Map.of())) {
            assertThat(persistedBy(unit, "north")).isEqualTo(1);
            assertThat(persistedBy(unit, "south")).isEqualTo(1);
            assertThat(persistedBy(unit, "north")).isEqualTo(2);
            assertThat(UnitTenants.of(unit).orElseThrow().open()).isEqualTo(2);
        }
        try (SessionFactory unit = start(Map.of())) {
            assertThat(persistedBy(unit, "north"))
                    .as("unused numbers went back when the factory closed")
                    .isEqualTo(3);
        }
    }

    @Test
    void shouldRefuseATenantThatHasNoDatabaseAndGoOnWithOthers() {
        try (SessionFactory unit = start(Map.of())) {
            assertThatThrownBy(() -> persistedBy(unit, "west")).hasStackTraceContaining("no such tenant: west");
            assertThat(persistedBy(unit, "north")).isEqualTo(1);
        }
    }

    @Test
    void shouldRefuseSettingsOfTenantsThatHaveNoEffect() {
        assertThatThrownBy(() -> start(
                        Map.of(MintmarkSettings.TENANT_IDLE, "PT1M", MintmarkSettings.SOURCES, new Units.InMemory())))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining(MintmarkSettings.TENANT_IDLE)
                .hasMessageContaining(MintmarkSettings.SOURCES);
        assertThatThrownBy(
                        () -> Units.start(Units.newH2(), Map.of(MintmarkSettings.TENANTS_MAX, "5"), Shop.Order.class))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining(MintmarkSettings.TENANTS_MAX)
                .hasMessageContaining("does not choose its connections by tenant");
        assertThatThrownBy(() -> start(Map.of(MintmarkSettings.TENANTS_MAX, "0")))
                .hasMessageContaining(MintmarkSettings.TENANTS_MAX)
                .hasMessageContaining("1 or more");
    }

    /** One counter that somebody names for all is one key space, in which nothing comes twice, either. */
    @Test
    void shouldIssueIdsToAllTenantsFromSourcesThatAreNamed() {
        try (SessionFactory unit = start(new Units.InMemory().asSetting())) {
            assertThat(persistedBy(unit, "north")).isEqualTo(1);
            assertThat(persistedBy(unit, "south")).isEqualTo(2);
            assertThat(persistedBy(unit, "north")).isEqualTo(3);
        }
        assertThat(tenants.lent()).isPositive();
    }

    @Test
    void shouldAskTheApplicationForAGeneratorOfAllTenants() {
        try (StrictHiLo all = HiLo.over(new InMemoryRanges()).strict()) {
            CounterGenerators lent = new CounterGenerators() {
                @Override
                public HiLo generator(String counter) {
                    throw new IllegalStateException("a generator of one database");
                }

                @Override
                public HiLo generatorForTenants(String counter) {
                    return all;
                }
            };
            try (SessionFactory unit = start(Map.of(MintmarkSettings.DEFAULT_GENERATORS, lent))) {
                assertThat(persistedBy(unit, "north")).isEqualTo(1);
                assertThat(persistedBy(unit, "south")).isEqualTo(2);
            }
        }
    }

    @Test
    void shouldLendTheThreadsOfTenantsToTheApplication() {
        Set<Refiller> given = new HashSet<>();
        CounterGenerators lent = new CounterGenerators() {
            @Override
            public HiLo generator(String counter) {
                throw new IllegalStateException("a generator of one database");
            }

            @Override
            public boolean hasCounterForEachTenant(String counter) {
                return true;
            }

            @Override
            public HiLo generatorOfTenant(String counter, RangeSource source, long block, Refiller threads) {
                given.add(threads);
                return CounterGenerators.super.generatorOfTenant(counter, source, block, threads);
            }
        };
        try (SessionFactory unit = start(Map.of(MintmarkSettings.DEFAULT_GENERATORS, lent))) {
            assertThat(persistedBy(unit, "north")).isEqualTo(1);
        }
        Map<String, Object> taking =
                Map.of(MintmarkSettings.DEFAULT_GENERATORS, lent, MintmarkSettings.TAKEOVER, "all");
        try (SessionFactory unit = start(taking, Depot.Truck.class)) {
            tenants.current = "south";
            unit.inTransaction(session -> session.persist(new Depot.Truck()));
        }
        assertThat(given).hasSize(2).doesNotContain(Refiller.shared());
    }

    @Test
    void shouldTakeTheSequenceOfEachTenant() {
        try (SessionFactory unit = start(Map.of(MintmarkSettings.TAKEOVER, "all"), Depot.Truck.class)) {
            for (String tenant : new String[] {"north", "south"}) {
                tenants.current = tenant;
                Depot.Truck truck = new Depot.Truck();
                unit.inTransaction(session -> session.persist(truck));
                assertThat(truck.number()).as(tenant).isEqualTo(1);
            }
            assertThat(TakeoverReport.of(unit).taken().get("Truck.id")).contains("2 TAKEN");
            assertThat(UnitTenants.of(unit).orElseThrow().open()).isEqualTo(2);
        }
    }

    /** Databases of many tenants may be on one server. */
    @Test
    @Timeout(300)
    void shouldServeATenantBesideManyWhoseDatabasesHang() throws InterruptedException {
        ExecutorService callers = Executors.newCachedThreadPool();
        try (SessionFactory unit = start(Map.of())) {
            for (int i = 0; i < Tenants.HANGING; i++) {
                Object tenant = "hangs" + i;
                Future<?> unused = callers.submit(() -> {
                    try (Session session =
                            unit.withOptions().tenantIdentifier(tenant).openSession()) {
                        session.persist(new Shop.Order());
                    }
                });
            }
            assertThat(tenants.hanging.await(60, TimeUnit.SECONDS)).isTrue();

            assertThat(persistedBy(unit, "north")).isEqualTo(1);
            tenants.goOn.countDown();
        } finally {
            tenants.goOn.countDown();
            callers.shutdown();
        }
    }

    private long persistedBy(SessionFactory unit, String tenant) {
        tenants.current = tenant;
        Shop.Order order = new Shop.Order();
        unit.inTransaction(session -> session.persist(order));
        Long id = order.id;
        return id == null ? 0 : id;
    }

    private SessionFactory start(Map<String, Object> settings) {
        return start(settings, Shop.Order.class);
    }

    private SessionFactory start(Map<String, Object> settings, Class<?> entity) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put("hibernate.multi_tenant_connection_provider", tenants);
        all.put("hibernate.tenant_identifier_resolver", tenants.resolver());
        all.put("hibernate.dialect", "org.hibernate.dialect.H2Dialect");
        Configuration configuration = new Configuration().addAnnotatedClass(entity);
        configuration.getProperties().putAll(all);
        return configuration.buildSessionFactory();
    }

    /** Two tenants, each with a database of its own. */
    private static final class Tenants extends AbstractMultiTenantConnectionProvider<String> {
        private static final long serialVersionUID = 1L;

        private final Map<String, CountingProvider> databases = Map.of("north", database(), "south", database());
        private static final int HANGING = 100;

        private final transient CountDownLatch hanging = new CountDownLatch(HANGING);
        private final transient CountDownLatch goOn = new CountDownLatch(1);
        private String current = "north";

        private static CountingProvider database() {
            String url = Units.newH2();
            try (Connection connection = new CountingProvider(url).getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE purchase_order (id BIGINT PRIMARY KEY, buyer VARCHAR(255))");
                statement.execute("CREATE TABLE truck (id NUMERIC(38) PRIMARY KEY)");
                statement.execute("CREATE SEQUENCE truck_numbers");
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
            return new CountingProvider(url);
        }

        /** Returns how many connections tenants were lent and gave back. */
        int lent() {
            return databases.values().stream()
                    .mapToInt(CountingProvider::returned)
                    .sum();
        }

        @Override
        protected ConnectionProvider getAnyConnectionProvider() {
            return new CountingProvider(Units.newH2());
        }

        @Override
        protected ConnectionProvider selectConnectionProvider(String tenant) {
            if (tenant.startsWith("hangs")) {
                hanging.countDown();
                Uninterruptibly.run(goOn::await);
            }
            @Nullable CountingProvider database = databases.get(tenant);
            if (database == null) {
                throw new IllegalArgumentException("no such tenant: " + tenant);
            }
            return database;
        }

        CurrentTenantIdentifierResolver<String> resolver() {
            return new CurrentTenantIdentifierResolver<>() {
                @Override
                public String resolveCurrentTenantIdentifier() {
                    return current;
                }

                @Override
                public boolean validateExistingCurrentSessions() {
                    return true;
                }
            };
        }
    }
}
