package io.mintmark.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import apps.taken.Delivery;
import apps.taken.Voucher;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.mintmark.hibernate.MintmarkSettings;
import io.mintmark.spring.RoutingDataSourceTest.ConnectionsByTenant;
import io.mintmark.spring.internal.CounterHealth;
import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;

/** A unit of an application takes Hibernate's generators over: with the application's meters, and shown by its health. */
final class TakeoverTest {
    private final String url = Databases.newUrl();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void shouldMeterWhatItTakesOverAndShowWhatItLeaves() {
        application(Map.of(MintmarkSettings.TAKEOVER, "all")).run(context -> {
            Delivery delivery = new Delivery();
            context.getBean(SessionFactory.class).inTransaction(session -> session.persist(delivery));

            assertThat(delivery.id).isEqualTo(1L);
            assertThat(meters.get("mintmark.range.reserve")
                            .tag("counter", "DELIVERY_SEQ")
                            .timer()
                            .count())
                    .isPositive();
            Map<String, Object> details = context.getBean(CounterHealth.class).details();
            assertThat(details.get("takeover.taken")).asString().contains("Delivery.id");
            assertThat(details.get("takeover.left"))
                    .asString()
                    .contains("Voucher.id")
                    .contains("initial value");
            assertThat(ObservabilityTest.status(context)).isEqualTo("UP");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1000"})
    void shouldReserveFirstWhatAPropertySaysAndElseABlock(String size) {
        String[] given = size.isEmpty() ? new String[0] : new String[] {"mintmark.range-size=" + size};
        application(Map.of(
                        MintmarkSettings.TAKEOVER, "Voucher", "hibernate.id.optimizer.pooled.preferred", "pooled-lo"))
                .withPropertyValues(given)
                .run(context -> {
                    context.getBean(SessionFactory.class).inTransaction(session -> session.persist(new Voucher()));

                    assertThat(meters.get("mintmark.numbers.reserved").counter().count() >= 1_000)
                            .isEqualTo(size.equals("1000"));
                });
    }

    @Test
    void shouldBeDownWhileACounterStandsBelowItsIds() {
        application(Map.of(MintmarkSettings.TAKEOVER, "Delivery", MintmarkSettings.LOOK, "first-id"))
                .run(context -> {
                    execute(context, "INSERT INTO delivery VALUES (10000)");
                    SessionFactory unit = context.getBean(SessionFactory.class);

                    assertThatThrownBy(() -> unit.inTransaction(session -> session.persist(new Delivery())))
                            .hasStackTraceContaining("highest id in DELIVERY=10000");
                    assertThat(ObservabilityTest.status(context)).isEqualTo("DOWN");

                    execute(context, "ALTER SEQUENCE delivery_seq RESTART WITH 10051");
                    unit.inTransaction(session -> session.persist(new Delivery()));
                    assertThat(ObservabilityTest.status(context)).isEqualTo("UP");
                });
    }

    /** The others are served, and a balancer would end that. */
    @Test
    void shouldStayUpWhileTheCounterOfOneTenantStandsBelowItsIds() {
        Map<String, Object> byTenant = Map.of(
                MintmarkSettings.TAKEOVER,
                "Delivery",
                "hibernate.multi_tenant_connection_provider",
                new ConnectionsByTenant(Databases.pool(url)));
        application(byTenant).run(context -> {
            execute(context, "INSERT INTO delivery VALUES (10000)");
            SessionFactory unit = context.getBean(SessionFactory.class);

            try (Session session =
                    unit.withOptions().tenantIdentifier((Object) "north").openSession()) {
                assertThatThrownBy(() -> session.persist(new Delivery()))
                        .hasStackTraceContaining("highest id in DELIVERY=10000");
            }

            assertThat(ObservabilityTest.status(context)).isEqualTo("UP");
            assertThat(context.getBean(CounterHealth.class).details().get("takeover.refused"))
                    .asString()
                    .contains("Delivery.id", "1 REFUSED");
        });
    }

    @Test
    void shouldBeDownNoLongerThanTheUnitIsOpenWhoseCounterFails() {
        application(Map.of(MintmarkSettings.TAKEOVER, "Delivery")).run(context -> {
            SessionFactory unit = context.getBean(SessionFactory.class);
            execute(context, "DROP SEQUENCE delivery_seq");
            assertThatThrownBy(() -> unit.inTransaction(session -> session.persist(new Delivery())))
                    .hasStackTraceContaining("DELIVERY_SEQ");
            assertThat(ObservabilityTest.status(context)).isEqualTo("DOWN");

            unit.close();

            assertThat(ObservabilityTest.status(context)).isEqualTo("UP");
        });
    }

    @Test
    void shouldShowBothOfTwoUnitsWhoseAttributesHaveOneName() {
        String other = Databases.newUrl();
        application(Map.of(MintmarkSettings.TAKEOVER, "all"))
                .withBean("archive", LocalContainerEntityManagerFactoryBean.class, () -> {
                    LocalContainerEntityManagerFactoryBean archive = unit(Map.of(MintmarkSettings.TAKEOVER, "all"));
                    archive.setDataSource(Databases.pool(other));
                    archive.setPersistenceUnitName("archive");
                    return archive;
                })
                .run(context -> {
                    assertThat(context.getBean(CounterHealth.class).details().get("takeover.left"))
                            .asString()
                            .contains("Voucher.id of unit=", "Voucher.id of archive=");
                });
    }

    /** The twin: a unit without the setting has nothing to show. */
    @Test
    void shouldShowNothingOfAUnitThatTakesNothingOver() {
        application(Map.of()).run(context -> {
            context.getBean(SessionFactory.class).inTransaction(session -> session.persist(new Delivery()));

            assertThat(context.getBean(CounterHealth.class).details()).isEmpty();
        });
    }

    private ApplicationContextRunner application(Map<String, ?> settings) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(MintmarkAutoConfiguration.class))
                .withBean("dataSource", HikariDataSource.class, () -> Databases.pool(url))
                .withBean(MeterRegistry.class, () -> meters)
                .withBean("unit", LocalContainerEntityManagerFactoryBean.class, () -> unit(settings));
    }

    private LocalContainerEntityManagerFactoryBean unit(Map<String, ?> settings) {
        LocalContainerEntityManagerFactoryBean unit = new LocalContainerEntityManagerFactoryBean();
        unit.setDataSource(Databases.pool(url));
        unit.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        unit.setManagedTypes(PersistenceManagedTypes.of(Delivery.class.getName(), Voucher.class.getName()));
        unit.getJpaPropertyMap().putAll(settings);
        unit.getJpaPropertyMap().put("hibernate.hbm2ddl.auto", "update");
        return unit;
    }

    private static void execute(ApplicationContext context, String sql) throws SQLException {
        assertThat(context.getBean(EntityManagerFactory.class).isOpen()).isTrue();
        try (Connection connection =
                        context.getBean("dataSource", HikariDataSource.class).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
