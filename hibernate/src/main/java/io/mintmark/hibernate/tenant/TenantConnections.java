package io.mintmark.hibernate.tenant;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Function;
import org.hibernate.HibernateException;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.jdbc.connections.spi.MultiTenantConnectionProvider;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;

/** The connections of one tenant, each taken from the unit's provider and given back to it. Thread-safe as that is. */
public final class TenantConnections implements ConnectionProvider {
    private static final long serialVersionUID = 1L;

    private final transient MultiTenantConnectionProvider<Object> provider;
    private final transient Object tenant;

    private TenantConnections(MultiTenantConnectionProvider<Object> provider, Object tenant) {
        this.provider = provider;
        this.tenant = tenant;
    }

    /** Returns what finds the connections of a tenant; empty where the unit does not choose them by tenant. */
    public static Optional<Function<Tenant, ConnectionProvider>> of(SessionFactoryImplementor factory) {
        return Optional.ofNullable(provider(factory))
                .map(provider -> tenant -> new TenantConnections(provider, tenant.id()));
    }

    /** Asked of the registry and not of a setting: a provider may also come as a service or a bean. */
    @SuppressWarnings("unchecked") // a registry knows classes without their parameters
    private static @Nullable MultiTenantConnectionProvider<Object> provider(SessionFactoryImplementor factory) {
        return factory.getServiceRegistry().getService(MultiTenantConnectionProvider.class);
    }

    @Override
    public Connection getConnection() throws SQLException {
        return provider.getConnection(tenant);
    }

    @Override
    public void closeConnection(Connection connection) throws SQLException {
        provider.releaseConnection(tenant, connection);
    }

    @Override
    public boolean supportsAggressiveRelease() {
        return provider.supportsAggressiveRelease();
    }

    @Override
    public boolean isUnwrappableAs(Class<?> type) {
        return type.isInstance(this);
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw new HibernateException("connections of one tenant wrap nothing of type " + type.getName());
    }
}
