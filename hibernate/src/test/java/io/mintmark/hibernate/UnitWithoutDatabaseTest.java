package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.jdbc.connections.internal.UserSuppliedConnectionProviderImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A unit that Hibernate builds without a database, as tools do for its metamodel, looks at no counter before an insert. */
final class UnitWithoutDatabaseTest {

    @Test
    void shouldBuildItsMetamodelWithoutAConnection() {
        try (SessionFactory unit = start(new UserSuppliedConnectionProviderImpl(), false)) {
            assertThat(unit.getMetamodel().entity(Shop.Order.class).getName()).isEqualTo("PurchaseOrder");
        }
    }

    /** The twin: with its database a unit looks at each counter when it starts, so that a wrong one is refused there. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLookAtItsCountersWhenItStartsWhereTheDatabaseIsAllowed(boolean mayAsk) throws SQLException {
        CountingProvider database = new CountingProvider(Units.newH2());
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE \"mintmark_counter\" (\"counter_name\" VARCHAR(255) PRIMARY KEY,"
                    + " \"last_number\" VARCHAR(20), \"serial\" BIGINT)");
        }

        AbstractThrowableAssert<?, ?> start =
                assertThatCode(() -> start(database, mayAsk).close());

        if (mayAsk) {
            start.hasMessageContaining("last_number");
        } else {
            start.doesNotThrowAnyException();
        }
    }

    @Test
    void shouldLookAtItsCountersWithTheFirstIdWhereASettingSaysSo() {
        String url = Units.newH2();
        Databases.execute(
                url,
                "CREATE TABLE \"mintmark_counter\" (\"counter_name\" VARCHAR(255) PRIMARY KEY,"
                        + " \"last_number\" VARCHAR(20), \"serial\" BIGINT)");
        try (SessionFactory unit = Units.start(url, Map.of(MintmarkSettings.LOOK, "first-id"), Shop.Order.class)) {
            assertThatCode(() -> unit.inTransaction(session -> session.persist(new Shop.Order())))
                    .hasStackTraceContaining("last_number");
        }
    }

    @Test
    void shouldCountFromTheFirstInsertOn() throws SQLException {
        CountingProvider database = new CountingProvider(Units.newH2());
        try (var connection = database.getConnection();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE purchase_order (id BIGINT PRIMARY KEY, buyer VARCHAR(255))");
        }
        try (SessionFactory unit = start(database, false)) {
            Shop.Order order = new Shop.Order();
            unit.inTransaction(session -> session.persist(order));

            assertThat(order.id).isEqualTo(1L);
        }
    }

    /** Hibernate reads two settings, an old one and one that has words since 7. */
    @ParameterizedTest
    @CsvSource({
        "hibernate.boot.allow_jdbc_metadata_access,true,true",
        "hibernate.boot.allow_jdbc_metadata_access,REQUIRE,true",
        "hibernate.boot.allow_jdbc_metadata_access,allow,true",
        "hibernate.boot.allow_jdbc_metadata_access,disallow,false",
        "hibernate.temp.use_jdbc_metadata_defaults,true,true",
        "hibernate.temp.use_jdbc_metadata_defaults,false,false"
    })
    void shouldLookAtTheStartWhereHibernateMayConnectThen(String setting, String value, boolean looks) {
        String url = Units.newH2();
        Units.start(url, Map.of(), Depot.Crate.class).close();
        Map<String, Object> settings = Map.of(
                MintmarkSettings.TAKEOVER,
                "all",
                "hibernate.hbm2ddl.auto",
                "none",
                "hibernate.dialect",
                "org.hibernate.dialect.H2Dialect",
                setting,
                value);

        try (SessionFactory unit = Units.start(url, settings, Depot.Crate.class)) {
            TakeoverReport report = TakeoverReport.of(unit);
            assertThat(looks ? report.taken() : report.pending()).containsOnlyKeys("Crate.id");
        }
    }

    private static SessionFactory start(Object connections, boolean mayAsk) {
        Configuration configuration = new Configuration().addAnnotatedClass(Shop.Order.class);
        configuration
                .getProperties()
                .putAll(Map.of(
                        "hibernate.connection.provider_class", connections,
                        "hibernate.boot.allow_jdbc_metadata_access", mayAsk,
                        "hibernate.dialect", "org.hibernate.dialect.H2Dialect"));
        return configuration.buildSessionFactory();
    }
}
