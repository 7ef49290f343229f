package io.mintmark.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.mintmark.hibernate.CounterGenerators;
import io.mintmark.hibernate.MintmarkSettings;
import io.mintmark.hilo.HiLo;
import io.mintmark.spring.RoutingDataSourceTest.ConnectionsByTenant;
import io.mintmark.spring.ShopApplication.Bill;
import io.mintmark.spring.ShopApplication.Order;
import io.mintmark.spring.internal.TenantMeters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.util.ClassUtils;

/** However a persistence unit is made, it draws from the application's counters, or says that it has its own. */
final class PersistenceUnitsTest {
    private static final List<String> SESSION_FACTORY_BEANS = List.of(
            "org.springframework.orm.jpa.hibernate.LocalSessionFactoryBean",
            "org.springframework.orm.hibernate5.LocalSessionFactoryBean");

    private final String url = Databases.newUrl();
    private final ApplicationContextRunner withoutCounters = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(MintmarkAutoConfiguration.class))
            .withBean("dataSource", HikariDataSource.class, () -> Databases.pool(url));
    private final ApplicationContextRunner application = withoutCounters.withPropertyValues(
            "mintmark.counters.orders=efcore",
            "mintmark.counters.orders.setting=10",
            "mintmark.counters.orders.sequence=OrderHiLo",
            "mintmark.node-tag=A");

    @TempDir
    private Path directory;

    @BeforeEach
    void createSequence() {
        StartedApplication.createSequence(url);
    }

    @Test
    void shouldLendItsGeneratorsToASessionFactoryBean() {
        application.withInitializer(sessionFactoryBean(Map.of(), unit -> {})).run(this::requireShared);
    }

    @Test
    void shouldLeaveASessionFactoryBeanAloneThatHasCountersOfItsOwn() {
        Map<String, Object> own = Map.of(MintmarkSettings.SOURCES, StartFailuresTest.InMemory.class.getName());

        application.withInitializer(sessionFactoryBean(own, unit -> {})).run(this::requireOwn);
    }

    @Test
    void shouldRefuseASettingThatWouldTakeASessionFactoryBeanOutOfTheCounters() {
        application
                .withInitializer(sessionFactoryBean(Map.of(MintmarkSettings.DEADLINE, "PT5S"), unit -> {}))
                .run(context -> assertThat(Failures.rootOf(context))
                        .isInstanceOf(MintmarkConfigurationException.class)
                        .hasMessageContaining(MintmarkSettings.DEADLINE + " of unit"));
    }

    @Test
    void shouldRefuseASessionFactoryBeanByTenantUntilAPropertyNamesTheDatabase() {
        HikariDataSource tenants = Databases.pool(url);
        ApplicationContextRunner byTenant = application.withInitializer(sessionFactoryBean(
                Map.of("hibernate.hbm2ddl.auto", "none"),
                unit -> unit.setPropertyValue("multiTenantConnectionProvider", new ConnectionsByTenant(tenants))));

        byTenant.run(context -> assertThat(Failures.rootOf(context))
                .isInstanceOf(MintmarkConfigurationException.class)
                .hasMessageContaining("unit chooses one by tenant"));
        byTenant.withPropertyValues("mintmark.data-source=dataSource")
                .run(context -> assertThat(context).hasNotFailed());
    }

    /** Otherwise both sides would count from 1 in places of their own. */
    @Test
    void shouldRefuseAFinishedUnitThatWouldCountBesideTheApplication() {
        application
                .withBean("unit", SessionFactory.class, () -> finished(Map.of(), Order.class))
                .run(context -> assertThat(Failures.rootOf(context))
                        .isInstanceOf(MintmarkConfigurationException.class)
                        .hasMessageContaining("unit is a SessionFactory already")
                        .hasMessageContaining("LocalSessionFactoryBean"));
    }

    /** The twins: a unit that says where its counters are, and one that has none. */
    @Test
    void shouldTakeAFinishedUnitThatCannotCountBesideTheApplication() {
        application
                .withInitializer(context -> {
                    GenericApplicationContext beans = (GenericApplicationContext) context;
                    beans.registerBean("unit", SessionFactory.class, () -> {
                        CounterGenerators ours = beans.getBean(MintmarkCounters.class)::generator;
                        return finished(Map.of(MintmarkSettings.GENERATORS, ours), Order.class);
                    });
                })
                .run(this::requireShared);
        application
                .withBean("unit", SessionFactory.class, () -> finished(Map.of()))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void shouldRefuseGeneratorsOfAUnitsOwn() {
        CounterGenerators none = counter -> {
            throw new IllegalStateException("not asked");
        };
        application
                .withBean("unit", LocalContainerEntityManagerFactoryBean.class, () -> {
                    LocalContainerEntityManagerFactoryBean unit = new LocalContainerEntityManagerFactoryBean();
                    unit.setPackagesToScan(Order.class.getPackageName());
                    unit.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
                    unit.setJpaPropertyMap(Map.of(MintmarkSettings.GENERATORS, none));
                    return unit;
                })
                .run(context -> assertThat(Failures.rootOf(context))
                        .isInstanceOf(MintmarkConfigurationException.class)
                        .hasMessageContaining(MintmarkSettings.GENERATORS + " of unit"));
    }

    @Test
    void shouldLeaveAUnitAloneWhosePersistenceXmlSaysWhereItsCountersLive() throws IOException {
        application
                .withBean(
                        "unit",
                        LocalContainerEntityManagerFactoryBean.class,
                        bean(
                                MintmarkSettings.SOURCES,
                                StartFailuresTest.InMemory.class.getName(),
                                MintmarkSettings.DEADLINE,
                                "PT5S"))
                .run(this::requireOwn);
    }

    @Test
    void shouldRefuseOtherSettingsOfAPersistenceXml() throws IOException {
        for (String setting :
                List.of(MintmarkSettings.GENERATORS, MintmarkSettings.SCHEMA, MintmarkSettings.DEADLINE)) {
            application
                    .withBean("unit", LocalContainerEntityManagerFactoryBean.class, bean(setting, "PT5S"))
                    .run(context -> assertThat(Failures.rootOf(context))
                            .hasMessageContaining("no settings of its own for them: " + setting)
                            .hasMessageContaining(MintmarkSettings.SOURCES));
        }
    }

    @Test
    void shouldTakeTheNodeTagOfAPersistenceXmlBeforeThatOfTheApplication() throws IOException {
        application
                .withBean("unit", LocalContainerEntityManagerFactoryBean.class, bean(MintmarkSettings.NODE_TAG, "B"))
                .run(context -> assertThat(persisted(context, new Bill()).id).isEqualTo("bills/1-B"));
    }

    /** The twin: without one there, the application's is taken. */
    @Test
    void shouldTakeTheNodeTagOfTheApplication() throws IOException {
        application
                .withBean("unit", LocalContainerEntityManagerFactoryBean.class, bean())
                .run(context -> assertThat(persisted(context, new Bill()).id).isEqualTo("bills/1-A"));
    }

    /** It may be lazy so that the application starts without its database. */
    @Test
    void shouldMakeNoUnitToLookAtItsHealthOrItsTenants() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        application
                .withBean(MeterRegistry.class, () -> meters)
                .withInitializer(sessionFactoryBean(Map.of(), unit -> {}))
                .withInitializer(context ->
                        context.getBeanFactory().getBeanDefinition("unit").setLazyInit(true))
                .run(context -> {
                    context.getBean(TenantMeters.class).bindTo(meters);

                    assertThat(ObservabilityTest.status(context)).isEqualTo("UP");
                    assertThat(meters.get("mintmark.tenants.open").gauge().value())
                            .isZero();
                    assertThat(context.getBeanFactory().containsSingleton("unit"))
                            .isFalse();
                });
    }

    private void requireShared(ConfigurableApplicationContext context) {
        HiLo orders = context.getBean("mintmark.orders", HiLo.class);

        assertThat(orders.next()).isEqualTo(1);
        assertThat(persisted(context, new Order()).id).isEqualTo(2L);
        assertThat(orders.next()).isEqualTo(3);
    }

    private void requireOwn(ConfigurableApplicationContext context) {
        assertThat(context.getBean("mintmark.orders", HiLo.class).next()).isEqualTo(1);
        assertThat(persisted(context, new Order()).id).isEqualTo(1L);
    }

    private static <T> T persisted(ConfigurableApplicationContext context, T entity) {
        context.getBean(SessionFactory.class).inTransaction(session -> session.persist(entity));
        return entity;
    }

    private SessionFactory finished(Map<String, Object> settings, Class<?>... entities) {
        Configuration configuration = new Configuration();
        List.of(entities).forEach(configuration::addAnnotatedClass);
        configuration.getProperties().putAll(settings);
        configuration.getProperties().put("hibernate.connection.url", url);
        configuration.getProperties().put("hibernate.connection.username", "sa");
        configuration.getProperties().put("hibernate.hbm2ddl.auto", "update");
        return configuration.buildSessionFactory();
    }

    /** Spring 6 and 7 have the class in two packages. */
    private ApplicationContextInitializer<ConfigurableApplicationContext> sessionFactoryBean(
            Map<String, Object> settings, Consumer<BeanWrapper> more) {
        Class<?> type = SESSION_FACTORY_BEANS.stream()
                .filter(name -> ClassUtils.isPresent(name, null))
                .map(name -> ClassUtils.resolveClassName(name, null))
                .findFirst()
                .orElseThrow();
        return context -> register((GenericApplicationContext) context, type, settings, more);
    }

    private <T> void register(
            GenericApplicationContext context,
            Class<T> type,
            Map<String, Object> settings,
            Consumer<BeanWrapper> more) {
        context.registerBean("unit", type, () -> {
            T unit = BeanUtils.instantiateClass(type);
            Properties properties = new Properties();
            properties.put("hibernate.hbm2ddl.auto", "update");
            properties.putAll(settings);
            BeanWrapper members = PropertyAccessorFactory.forBeanPropertyAccess(unit);
            members.setPropertyValue("dataSource", Databases.pool(url));
            members.setPropertyValue("annotatedClasses", new Class<?>[] {Order.class});
            members.setPropertyValue("hibernateProperties", properties);
            more.accept(members);
            return unit;
        });
    }

    /** Makes a unit that only has what its file says: names and values in turn. */
    private Supplier<LocalContainerEntityManagerFactoryBean> bean(String... settings) throws IOException {
        StringBuilder properties = new StringBuilder();
        for (int i = 0; i < settings.length; i += 2) {
            properties.append("<property name='" + settings[i] + "' value='" + settings[i + 1] + "'/>");
        }
        Path file = Files.createDirectories(directory.resolve("META-INF")).resolve("persistence.xml");
        Files.writeString(file, """
                <persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.0">
                  <persistence-unit name="shop">
                    <class>%s</class>
                    <class>%s</class>
                    <exclude-unlisted-classes>true</exclude-unlisted-classes>
                    <properties><property name='hibernate.hbm2ddl.auto' value='update'/>%s</properties>
                  </persistence-unit>
                </persistence>
                """.formatted(Order.class.getName(), Bill.class.getName(), properties));
        return () -> {
            LocalContainerEntityManagerFactoryBean unit = new LocalContainerEntityManagerFactoryBean();
            unit.setPersistenceXmlLocation(file.toUri().toString());
            unit.setDataSource(Databases.pool(url));
            unit.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
            return unit;
        };
    }
}
