package io.mintmark.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import apps.taken.Delivery;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.mintmark.hibernate.CounterGenerators;
import io.mintmark.hibernate.MintmarkSettings;
import io.mintmark.hibernate.TakeoverReport;
import io.mintmark.hilo.HiLo;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.Refiller;
import io.mintmark.spring.ShopApplication.Order;
import io.mintmark.spring.internal.CounterHealth;
import io.mintmark.spring.internal.TakeoverHealth;
import io.mintmark.spring.internal.TenantMeters;
import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.engine.jdbc.connections.spi.AbstractDataSourceBasedMultiTenantConnectionProviderImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;

/** A counter never lives in whichever database a tenant's connection leads to: such a source is refused by name. */
final class RoutingDataSourceTest {
    private final HikariDataSource first = Databases.pool(Databases.newUrl());
    private final HikariDataSource second = Databases.pool(Databases.newUrl());
    private final ApplicationContextRunner shop = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(MintmarkAutoConfiguration.class))
            .withPropertyValues("mintmark.counters.orders=");

    /** The tenant of the thread, the first unless it says otherwise. */
    static final class Tenants extends AbstractRoutingDataSource {
        @Override
        protected Object determineCurrentLookupKey() {
            return "first";
        }
    }

    /** A way to hide a source from a look at its class. */
    record Wrapping(String name, UnaryOperator<DataSource> wrap) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Wrapping> wrappings() {
        return Stream.of(
                new Wrapping("none", source -> source),
                new Wrapping("lazy", LazyConnectionDataSourceProxy::new),
                new Wrapping("aware of transactions", TransactionAwareDataSourceProxy::new),
                new Wrapping(
                        "lazy twice",
                        source -> new LazyConnectionDataSourceProxy(new LazyConnectionDataSourceProxy(source))),
                new Wrapping("an interface's proxy", source -> {
                    ProxyFactory proxies = new ProxyFactory(source);
                    proxies.setInterfaces(DataSource.class);
                    return (DataSource) proxies.getProxy();
                }),
                new Wrapping("a class's proxy", source -> {
                    ProxyFactory proxies = new ProxyFactory(new LazyConnectionDataSourceProxy(source));
                    proxies.setProxyTargetClass(true);
                    return (DataSource) proxies.getProxy();
                }));
    }

    private Tenants tenants() {
        Tenants tenants = new Tenants();
        tenants.setTargetDataSources(Map.of("first", first, "second", second));
        tenants.setDefaultTargetDataSource(first);
        tenants.afterPropertiesSet();
        return tenants;
    }

    @ParameterizedTest
    @MethodSource("wrappings")
    void shouldRefuseToCountWhereAConnectionMayLeadToSeveralDatabases(Wrapping wrapping) {
        shop.withBean("dataSource", DataSource.class, () -> wrapping.wrap.apply(tenants()))
                .run(context -> assertThat(Failures.rootOf(context))
                        .isInstanceOf(MintmarkConfigurationException.class)
                        .hasMessageContaining("the bean dataSource leads to several")
                        .hasMessageContaining(Tenants.class.getName())
                        .hasMessageContaining("mintmark.data-source"));
    }

    /** The twin: the same wrappings around one database. */
    @ParameterizedTest
    @MethodSource("wrappings")
    void shouldCountBehindAWrappingOfOneDatabase(Wrapping wrapping) {
        shop.withBean("dataSource", DataSource.class, () -> wrapping.wrap.apply(first))
                .run(context -> assertThat(context.getBean(HiLo.class).next()).isEqualTo(1));
    }

    @Test
    void shouldCountInTheDatabaseThatIsNamedBesideARouter() {
        shop.withBean("dataSource", DataSource.class, this::tenants)
                .withBean("second", DataSource.class, () -> second)
                .withPropertyValues("mintmark.data-source=second")
                .run(context -> assertThat(context.getBean(HiLo.class).next()).isEqualTo(1));

        assertThat(Databases.pool(first.getJdbcUrl())).satisfies(untouched -> {
            try (untouched) {
                assertThat(Databases.number(untouched, TABLES)).isZero();
            }
        });
    }

    private static final String TABLES =
            "SELECT COUNT(*) FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_NAME = 'mintmark_counter'";

    @Test
    void shouldRefuseARouterThatAPropertyNames() {
        shop.withBean("dataSource", DataSource.class, () -> first)
                .withBean("tenants", DataSource.class, this::tenants)
                .withPropertyValues("mintmark.counters.orders.data-source=tenants")
                .run(context ->
                        assertThat(Failures.rootOf(context)).hasMessageContaining("the bean tenants leads to several"));
    }

    /** Connections by tenant, as Hibernate has them. */
    static final class ConnectionsByTenant extends AbstractDataSourceBasedMultiTenantConnectionProviderImpl<String> {
        private static final long serialVersionUID = 1L;

        private final transient DataSource any;

        ConnectionsByTenant(DataSource any) {
            this.any = any;
        }

        @Override
        protected DataSource selectAnyDataSource() {
            return any;
        }

        @Override
        protected DataSource selectDataSource(String tenant) {
            return tenant.equals("lost") ? new Unreachable() : any;
        }
    }

    /** The database of a tenant that is gone. */
    private static final class Unreachable extends AbstractDataSource {
        @Override
        public Connection getConnection() throws SQLException {
            throw new SQLTransientConnectionException("the cable is out");
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return getConnection();
        }
    }

    /** A way to a database that can be cut. */
    private static final class Cable extends DelegatingDataSource {
        private volatile boolean isOut;

        Cable(DataSource target) {
            super(target);
        }

        @Override
        public Connection getConnection() throws SQLException {
            if (isOut) {
                throw new SQLTransientConnectionException("the cable is out");
            }
            return super.getConnection();
        }
    }

    /** The work of looking after generators, which is counted and not done. */
    private static final class CountedGenerators implements Refiller {
        private int opened;

        @Override
        public void after(long delayNanos, Runnable watching) {
            Refiller.shared().after(delayNanos, watching);
        }

        @Override
        public void execute(Runnable asking) {
            Refiller.shared().execute(asking);
        }

        @Override
        public void generatorOpened() {
            opened++;
        }
    }

    private LocalContainerEntityManagerFactoryBean unitByTenant() {
        LocalContainerEntityManagerFactoryBean unit = new LocalContainerEntityManagerFactoryBean();
        unit.setPersistenceUnitName("shop");
        unit.setPackagesToScan(Order.class.getPackageName());
        unit.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        unit.setJpaPropertyMap(Map.of("hibernate.multi_tenant_connection_provider", new ConnectionsByTenant(first)));
        return unit;
    }

    /** A unit of Hibernate's has its own way to the tenants, so the only DataSource bean is not where they are. */
    @Test
    void shouldCountForEachTenantOfAUnitUnlessAPropertyNamesTheDatabase() {
        ApplicationContextRunner application = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(MintmarkAutoConfiguration.class))
                .withBean("dataSource", DataSource.class, () -> Databases.pool(Databases.newUrl()))
                .withBean("unit", LocalContainerEntityManagerFactoryBean.class, this::unitByTenant);

        application.run(context -> {
            SessionFactory unit = context.getBean(SessionFactory.class);
            Order order = new Order();
            try (Session session =
                    unit.withOptions().tenantIdentifier((Object) "north").openSession()) {
                session.persist(order);
            }
            assertThat(order.id).isEqualTo(1L);
            assertThat(Databases.number(
                            first, "SELECT count(*) FROM \"mintmark_counter\" WHERE \"counter_name\" = 'orders'"))
                    .isOne();
            assertThat(context.getBean(TakeoverHealth.class).details()).containsEntry("tenants.open", 1);
            SimpleMeterRegistry meters = new SimpleMeterRegistry();
            context.getBean(TenantMeters.class).bindTo(meters);
            assertThat(meters.get("mintmark.tenants.open").gauge().value()).isEqualTo(1);
        });
        application
                .withPropertyValues("mintmark.counters.orders=")
                .run(context -> assertThat(Failures.rootOf(context))
                        .isInstanceOf(MintmarkConfigurationException.class)
                        .hasMessageContaining("chooses one by tenant")
                        .hasMessageContaining("mintmark.data-source"));
        application.withPropertyValues("mintmark.data-source=dataSource").run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(TakeoverHealth.class).details()).containsEntry("tenants.open", 0);
        });
    }

    /** Each database has a sequence of its own, and a thread of ours would read the default one's for all tenants. */
    @Test
    void shouldLeaveTheGeneratorsOfAUnitWhoseDataSourceRoutes() {
        for (DataSource source : List.of(tenants(), new LazyConnectionDataSourceProxy(tenants()))) {
            new ApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(MintmarkAutoConfiguration.class))
                    .withBean("dataSource", DataSource.class, () -> source)
                    .withBean("unit", LocalContainerEntityManagerFactoryBean.class, () -> takenOver(source))
                    .run(context -> {
                        TakeoverReport report = TakeoverReport.of(context.getBean(EntityManagerFactory.class));
                        assertThat(report.taken()).isEmpty();
                        assertThat(report.left().get("Delivery.id")).contains("more than one place");
                    });
        }
    }

    private static LocalContainerEntityManagerFactoryBean takenOver(DataSource source) {
        LocalContainerEntityManagerFactoryBean unit = new LocalContainerEntityManagerFactoryBean();
        unit.setDataSource(source);
        unit.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        unit.setManagedTypes(PersistenceManagedTypes.of(Delivery.class.getName()));
        unit.setJpaPropertyMap(Map.of(MintmarkSettings.TAKEOVER, "all", "hibernate.hbm2ddl.auto", "update"));
        return unit;
    }

    /** The others are served, and a balancer would end that. */
    @Test
    void shouldStayUpWhileTheDatabaseOfOneTenantIsLost() {
        byTenant().withPropertyValues("mintmark.deadline=1s").run(context -> {
            SessionFactory unit = context.getBean(SessionFactory.class);
            assertThat(persistedBy(unit, "north").id).isEqualTo(1L);

            assertThatThrownBy(() -> persistedBy(unit, "lost")).hasStackTraceContaining("the cable is out");

            assertThat(ObservabilityTest.status(context)).isEqualTo("UP");
            assertThat(context.getBean(CounterHealth.class).details().get("orders"))
                    .asString()
                    .contains("failed: ", "the cable is out");
        });
    }

    /** Both have the name of the entity, and one of them is of the application alone. */
    @Test
    void shouldBeDownWhileTheApplicationsOwnCounterFailsBesideTenantsOfThatName() {
        Cable cable = new Cable(second);
        byTenant()
                .withBean("dataSource", DataSource.class, () -> cable)
                .withPropertyValues("mintmark.deadline=1s", "mintmark.range-size=2", "mintmark.range-size-max=2")
                .run(context -> {
                    HiLo own = context.getBean(MintmarkCounters.class).generator("orders");
                    assertThat(own.next()).isEqualTo(1);
                    cable.isOut = true;
                    assertThatThrownBy(() -> own.nextBlock(10)).hasStackTraceContaining("the cable is out");
                    assertThat(ObservabilityTest.status(context)).isEqualTo("DOWN");

                    assertThat(persistedBy(context.getBean(SessionFactory.class), "north").id)
                            .isEqualTo(1L);

                    assertThat(ObservabilityTest.status(context)).isEqualTo("DOWN");
                    assertThat(context.getBean(CounterHealth.class).details().get("orders"))
                            .asString()
                            .contains("failed: ", "the cable is out");
                });
    }

    /** The success of one tenant says nothing of the others. */
    @Test
    void shouldShowThatATenantFailsWhileAnotherReserves() {
        byTenant().withPropertyValues("mintmark.deadline=1s").run(context -> {
            SessionFactory unit = context.getBean(SessionFactory.class);
            assertThatThrownBy(() -> persistedBy(unit, "lost")).hasStackTraceContaining("the cable is out");

            assertThat(persistedBy(unit, "north").id).isEqualTo(1L);

            assertThat(context.getBean(CounterHealth.class).details().get("orders"))
                    .asString()
                    .contains("failed: ", "the cable is out");
        });
    }

    /** The looks at thousands of generators would otherwise fill a thread. */
    @Test
    void shouldLookAfterGeneratorsOfTenantsByTheThreadsOfTheUnit() {
        byTenant().run(context -> {
            CounterGenerators lent = (CounterGenerators) Objects.requireNonNull(
                    context.getBean(SessionFactory.class).getProperties().get(MintmarkSettings.DEFAULT_GENERATORS));
            CountedGenerators threads = new CountedGenerators();

            try (HiLo generator = lent.generatorOfTenant("orders", new InMemoryRanges(), 32, threads)) {
                assertThat(generator.next()).isEqualTo(1);
                assertThat(threads.opened).isEqualTo(1);
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"'', 32", "mintmark.range-size=100, 100"})
    void shouldReserveFirstForATenantWhatAPropertySaysAndElseFew(String property, long reserved) {
        String[] given = property.isEmpty() ? new String[0] : new String[] {property};
        byTenant().withPropertyValues(given).run(context -> {
            assertThat(persistedBy(context.getBean(SessionFactory.class), "north").id)
                    .isEqualTo(1L);

            assertThat(Databases.number(
                            first,
                            "SELECT \"last_number\" FROM \"mintmark_counter\" WHERE \"counter_name\" = 'orders'"))
                    .isEqualTo(reserved);
        });
    }

    private ApplicationContextRunner byTenant() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(MintmarkAutoConfiguration.class))
                .withBean("unit", LocalContainerEntityManagerFactoryBean.class, this::unitByTenant);
    }

    private static Order persistedBy(SessionFactory unit, String tenant) {
        Order order = new Order();
        try (Session session =
                unit.withOptions().tenantIdentifier((Object) tenant).openSession()) {
            session.persist(order);
        }
        return order;
    }
}
