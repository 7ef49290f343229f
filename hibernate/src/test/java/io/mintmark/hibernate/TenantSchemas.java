package io.mintmark.hibernate;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.context.spi.CurrentTenantIdentifierResolver;
import org.hibernate.engine.jdbc.connections.spi.MultiTenantConnectionProvider;
import org.hibernate.service.spi.Stoppable;
import org.jspecify.annotations.Nullable;

/**
 * Tenants that have a schema each in one database, and counters that begin {@link #APART} numbers from one another, so
 * that an id from another tenant shows.
 */
final class TenantSchemas implements MultiTenantConnectionProvider<String>, Stoppable {
    /** How far apart the counters of two tenants begin; more than any of them gives. */
    static final long APART = 1_000_000;

    private static final long serialVersionUID = 1L;

    private final String url;
    private final transient Queue<Connection> idle = new ConcurrentLinkedQueue<>();
    private final transient UnaryOperator<String> schema;
    private final AtomicInteger lent = new AtomicInteger();

    /** The tenant of a session that names none. */
    private static final ThreadLocal<String> CURRENT = new ThreadLocal<>();

    TenantSchemas(String url) {
        this(url, tenant -> tenant);
    }

    /** Leads each tenant to the schema that {@code schema} names. */
    TenantSchemas(String url, UnaryOperator<String> schema) {
        this.url = url;
        this.schema = schema;
    }

    /** Returns the schema of the tenant of that number, from 0. */
    static String name(int tenant) {
        return "tenant" + tenant;
    }

    /** Returns the number below the first id of that tenant. */
    static long base(int tenant) {
        return (tenant + 1) * APART;
    }

    /**
     * Makes schemas with tables and counters.
     *
     * @param guarded whether tables refuse ids of another tenant
     */
    static void create(String url, int first, int count, boolean guarded) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (int tenant = first; tenant < first + count; tenant++) {
                String own = guarded ? " CHECK (id > " + base(tenant) + " AND id < " + base(tenant + 1) + ")" : "";
                statement.execute("CREATE SCHEMA \"" + name(tenant) + "\"");
                connection.setSchema(name(tenant));
                statement.execute("CREATE TABLE purchase_order (id BIGINT PRIMARY KEY" + own + ", buyer VARCHAR(255))");
                statement.execute("CREATE TABLE crate (id BIGINT PRIMARY KEY" + own + ", label VARCHAR(255))");
                // Its first value stands for the block that ends with it.
                statement.execute("CREATE SEQUENCE crate_SEQ START WITH " + (base(tenant) + 50) + " INCREMENT BY 50");
                statement.execute(
                        "CREATE TABLE mintmark_counter (counter_name VARCHAR(255) PRIMARY KEY, last_number BIGINT, serial BIGINT)");
                statement.execute("INSERT INTO mintmark_counter VALUES ('purchaseorder', " + base(tenant) + ", 1)");
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the first column of each row that {@code query} finds in the schema of {@code tenant}. */
    List<Long> numbers(int tenant, String query) {
        List<Long> numbers = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            connection.setSchema(name(tenant));
            try (ResultSet rows = statement.executeQuery(query)) {
                while (rows.next()) {
                    numbers.add(rows.getLong(1));
                }
            }
            return numbers;
        } catch (SQLException e) {
            throw new AssertionError(query, e);
        }
    }

    /** Starts a unit over these tenants, with Hibernate's own settings for it. */
    SessionFactory start(Map<String, Object> settings, Class<?>... entities) {
        Configuration configuration = new Configuration();
        for (Class<?> entity : entities) {
            configuration.addAnnotatedClass(entity);
        }
        Map<String, Object> all = new HashMap<>();
        all.put("hibernate.multi_tenant_connection_provider", this);
        all.put("hibernate.tenant_identifier_resolver", new OfThread());
        all.put("hibernate.jdbc.batch_size", "50");
        all.put("hibernate.generate_statistics", "true");
        all.put("hibernate.session.events.log", "false");
        all.putAll(settings);
        configuration.getProperties().putAll(all);
        return configuration.buildSessionFactory();
    }

    /** Calls {@code work} with sessions that belong to {@code tenant} unless they say otherwise. */
    static void as(String tenant, Runnable work) {
        CURRENT.set(tenant);
        try {
            work.run();
        } finally {
            CURRENT.remove();
        }
    }

    /** Returns how many connections are lent now. */
    int lent() {
        return lent.get();
    }

    /** Called by Hibernate at the end of the session factory. */
    @Override
    public void stop() {
        try {
            for (Connection connection = idle.poll(); connection != null; connection = idle.poll()) {
                connection.close();
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public Connection getAnyConnection() throws SQLException {
        return getConnection("");
    }

    @Override
    public void releaseAnyConnection(Connection connection) {
        releaseConnection("", connection);
    }

    @Override
    public Connection getConnection(String tenant) throws SQLException {
        @Nullable Connection free = idle.poll();
        Connection connection = free == null ? DriverManager.getConnection(url) : free;
        lent.incrementAndGet();
        if (!tenant.isEmpty()) {
            connection.setSchema(schema.apply(tenant));
        }
        return connection;
    }

    @Override
    public void releaseConnection(String tenant, Connection connection) {
        lent.decrementAndGet();
        idle.add(connection);
    }

    @Override
    public boolean supportsAggressiveRelease() {
        return false;
    }

    @Override
    public boolean isUnwrappableAs(Class<?> type) {
        return false;
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        throw new IllegalArgumentException("wraps nothing of type " + type.getName());
    }

    private static final class OfThread implements CurrentTenantIdentifierResolver<String> {
        @Override
        public String resolveCurrentTenantIdentifier() {
            String current = CURRENT.get();
            return current == null ? name(0) : current;
        }

        @Override
        public boolean validateExistingCurrentSessions() {
            return false;
        }
    }
}
