package io.mintmark.hibernate.tenant;

import java.lang.reflect.InvocationTargetException;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.boot.registry.classloading.spi.ClassLoadingException;
import org.hibernate.boot.spi.SessionFactoryOptions;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;

/**
 * Tenants that a unit's sessions have and its connections do not show: a further connection, on a thread of ours, would
 * lead to another schema or database than the session's.
 */
public final class HiddenTenants {
    /** Data sources that choose by what the caller's thread carries; named by text, as none of them need be there. */
    private static final List<String> ROUTERS = List.of(
            "org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource",
            "com.baomidou.dynamic.datasource.ds.AbstractRoutingDataSource",
            "org.apache.shardingsphere.driver.jdbc.core.datasource.ShardingSphereDataSource");

    private HiddenTenants() {}

    /** Returns whether {@code factory} has a mapper of tenants, or a data source that is known to choose. */
    public static boolean isIn(SessionFactoryImplementor factory) {
        return hasMapper(factory) || hasRouter(factory);
    }

    /**
     * Returns whether a mapper leads each session on to a schema or a user. Hibernate 7 has them, 6.6 does not, so that
     * no compiler sees both.
     */
    public static boolean hasMapper(SessionFactoryImplementor factory) {
        return Stream.of("getTenantSchemaMapper", "getTenantCredentialsMapper")
                .anyMatch(getter -> isSet(factory.getSessionFactoryOptions(), getter));
    }

    private static boolean isSet(SessionFactoryOptions options, String getter) {
        try {
            return SessionFactoryOptions.class.getMethod(getter).invoke(options) != null;
        } catch (NoSuchMethodException hasNone) {
            return false;
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("a getter of Hibernate's options must not fail: " + getter, e);
        }
    }

    private static boolean hasRouter(SessionFactoryImplementor factory) {
        @Nullable ConnectionProvider provider = factory.getServiceRegistry().getService(ConnectionProvider.class);
        if (provider == null || !provider.isUnwrappableAs(DataSource.class)) {
            return false;
        }
        ClassLoaderService classes = factory.getServiceRegistry().requireService(ClassLoaderService.class);
        DataSource source = provider.unwrap(DataSource.class);
        return ROUTERS.stream().anyMatch(router -> wraps(source, router, classes));
    }

    /** Proxies and wrappers pass the question on to what is behind them. */
    private static boolean wraps(DataSource source, String router, ClassLoaderService classes) {
        try {
            Class<?> type = classes.classForName(router);
            return type.isInstance(source) || source.isWrapperFor(type);
        } catch (ClassLoadingException | SQLException unknown) {
            return false;
        }
    }
}
