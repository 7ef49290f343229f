package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.jdbc.JdbcRanges;
import io.mintmark.jdbc.database.CounterRightsException;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A unit starts wherever it starts with Hibernate's own sequences, and says what is wrong when an id is wanted. */
final class LateCounterTest {
    private static final Map<String, Object> NO_SCHEMA_TOOL = Map.of("hibernate.hbm2ddl.auto", "none");

    @Entity(name = "Sequenced")
    static class Sequenced {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        @Nullable Long id;
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldStartForALoginThatMayOnlyRead(Databases database) {
        String url = database.create();
        try (SessionFactory writer = Units.start(url, Map.of(), Shop.Order.class)) {
            assertThat(UnitSchemaTest.persisted(writer)).isEqualTo(1);
        }

        try (SessionFactory reader = Units.start(reader(database, url, true), NO_SCHEMA_TOOL, Shop.Order.class)) {
            Shop.Order order = reader.fromSession(session -> session.find(Shop.Order.class, 1L));
            assertThat(order.buyer).isEqualTo("Ada");
            assertThatThrownBy(() -> UnitSchemaTest.persisted(reader))
                    .hasStackTraceContaining(CounterRightsException.class.getName())
                    .hasStackTraceContaining("grant it SELECT, INSERT and UPDATE");
        }
    }

    /** Neither our table nor the right to make it or to read it. */
    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldStartForALoginThatMayReadEntitiesAndNothingElse(Databases database) {
        String url = database.create();
        Units.start(url, new Units.InMemory().asSetting(), Shop.Order.class).close();
        String reader = reader(database, url, false);
        try (SessionFactory unit = Units.start(reader, NO_SCHEMA_TOOL, Shop.Order.class)) {
            assertThatThrownBy(() -> UnitSchemaTest.persisted(unit)).hasStackTraceContaining("may not make it");
        }

        JdbcRanges.over(url, new Properties()).counter("orders").build();
        try (SessionFactory unit = Units.start(reader, NO_SCHEMA_TOOL, Shop.Order.class)) {
            assertThatThrownBy(() -> UnitSchemaTest.persisted(unit)).hasStackTraceContaining("may be read");
        }
    }

    @Test
    void shouldGoOnOnceTheRightIsGranted() {
        String url = Databases.POSTGRES.create();
        Units.start(url, Map.of(), Shop.Order.class).close();
        String reader = reader(Databases.POSTGRES, url, true);
        String user = reader.replaceFirst(".*user=([^&]*).*", "$1");

        try (SessionFactory unit = Units.start(reader, NO_SCHEMA_TOOL, Shop.Order.class)) {
            assertThatThrownBy(() -> UnitSchemaTest.persisted(unit)).hasStackTraceContaining("grant it");
            Databases.execute(url, "GRANT INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO " + user);
            assertThat(UnitSchemaTest.persisted(unit)).isEqualTo(1);
        }
    }

    /** As Hibernate's own generator does, which is the twin. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldStartWithoutADatabase(boolean looks) {
        PGSimpleDataSource nobody = new PGSimpleDataSource();
        nobody.setURL("jdbc:postgresql://localhost:1/nowhere");
        Map<String, Object> nowhere = Map.of(
                "hibernate.hbm2ddl.auto",
                "none",
                "hibernate.connection.datasource",
                nobody,
                "hibernate.dialect",
                "org.hibernate.dialect.PostgreSQLDialect",
                "hibernate.boot.allow_jdbc_metadata_access",
                String.valueOf(looks));
        String url = "jdbc:unused";

        Units.start(url, nowhere, Sequenced.class).close();
        try (SessionFactory unit = Units.start(url, nowhere, Shop.Order.class)) {
            assertThatThrownBy(() -> UnitSchemaTest.persisted(unit)).hasStackTraceContaining("localhost:1");
        }
    }

    /** A pool that is not told to wait tells at the start, and that is not the counter's to decide. */
    @Test
    void shouldStartWhereEachSessionBringsItsConnection() {
        Configuration configuration = new Configuration().addAnnotatedClass(Shop.Order.class);
        Map<String, Object> settings = new HashMap<>(NO_SCHEMA_TOOL);
        settings.put("hibernate.dialect", "org.hibernate.dialect.H2Dialect");
        configuration.getProperties().putAll(settings);

        try (SessionFactory unit = configuration.buildSessionFactory()) {
            assertThat(unit.isOpen()).isTrue();
        }
    }

    /** The twin: what is wrong with the counter itself is refused at the start, as before. */
    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldStillRefuseACounterThatIsUnsafeAtTheStart(Databases database) {
        String url = database.create();
        JdbcRanges.over(url, new Properties()).counter("orders").build();
        Databases.execute(
                url,
                "INSERT INTO \"mintmark_counter\" VALUES ('purchaseorder', 5, 0)",
                "INSERT INTO \"mintmark_counter\" VALUES ('PurchaseOrder', 7, 0)");

        assertThatThrownBy(() -> Units.start(url, Map.of(), Shop.Order.class))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("several spellings");
    }

    private static String reader(Databases database, String url, boolean readsCounters) {
        String user = Databases.fresh("reader");
        if (database == Databases.POSTGRES) {
            Databases.execute(url, "CREATE ROLE " + user + " LOGIN PASSWORD 'x'");
            Databases.execute(url, "GRANT SELECT ON purchase_order TO " + user);
            if (readsCounters) {
                Databases.execute(url, "GRANT SELECT ON mintmark_counter TO " + user);
            }
        } else {
            Databases.execute(url, "CREATE USER " + user + " PASSWORD 'x'");
            Databases.execute(url, "GRANT SELECT ON purchase_order TO " + user);
            if (readsCounters) {
                Databases.execute(url, "GRANT SELECT ON \"mintmark_counter\" TO " + user);
            }
        }
        return Databases.as(user, url);
    }
}
