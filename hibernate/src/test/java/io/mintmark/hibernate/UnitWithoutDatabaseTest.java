package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.jdbc.connections.internal.UserSuppliedConnectionProviderImpl;
import org.junit.jupiter.api.Test;

/** A unit that Hibernate builds without a database, as tools do for its metamodel, looks at no counter before an insert. */
final class UnitWithoutDatabaseTest {

    @Test
    void shouldBuildItsMetamodelWithoutAConnection() {
        try (SessionFactory unit = start(new UserSuppliedConnectionProviderImpl(), false)) {
            assertThat(unit.getMetamodel().entity(Shop.Order.class).getName()).isEqualTo("PurchaseOrder");
        }
    }

    /** The twin: with its database a unit looks at each counter when it starts, so that a wrong one is refused there. */
    @Test
    void shouldLookAtItsCountersWhereTheDatabaseIsAllowed() throws SQLException {
        CountingProvider database = new CountingProvider(Units.newH2());

        start(database, false).close();
        assertThat(tablesOfCounters(database)).isZero();

        start(database, true).close();
        assertThat(tablesOfCounters(database)).isEqualTo(1);
    }

    private static int tablesOfCounters(CountingProvider database) throws SQLException {
        try (var connection = database.getConnection();
                var tables = connection.getMetaData().getTables(null, null, "mintmark_counter", null)) {
            int found = 0;
            while (tables.next()) {
                found++;
            }
            return found;
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
