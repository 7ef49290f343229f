package io.mintmark.spring.internal;

import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.util.ClassUtils;

/**
 * Finds data sources that choose a database for each connection: by tenant, by kind of transaction, by shard.
 *
 * <p>Looks through proxies and through sources that wrap another. A source of a product that is not known here, and
 * that does not extend Spring's router, is taken for a single database.
 */
public final class RoutingDataSources {
    private static final Set<String> ROUTERS = Set.of(
            "org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource",
            "com.baomidou.dynamic.datasource.ds.AbstractRoutingDataSource",
            "org.apache.shardingsphere.driver.jdbc.core.datasource.ShardingSphereDataSource");

    /** Nobody wraps deeper, and a source that wraps itself must not hang the start. */
    private static final int DEPTH_MAX = 16;

    private RoutingDataSources() {}

    /** Returns the name of the class that chooses among databases behind {@code source}, if there is one. */
    public static Optional<String> behind(DataSource source) {
        @Nullable DataSource current = source;
        for (int depth = 0; current != null && depth < DEPTH_MAX; depth++) {
            if (isRouter(current.getClass())) {
                return Optional.of(ClassUtils.getUserClass(current).getName());
            }
            DataSource next = next(current);
            if (next == null && isSpringJdbcPresent()) {
                return InSpring.wrapped(current);
            }
            current = next;
        }
        return Optional.empty();
    }

    private static boolean isRouter(Class<?> type) {
        for (@Nullable Class<?> above = type; above != null; above = above.getSuperclass()) {
            if (ROUTERS.contains(above.getName())) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable DataSource next(DataSource source) {
        if (AopProxyUtils.getSingletonTarget(source) instanceof DataSource target) {
            return target;
        }
        return isSpringJdbcPresent() ? InSpring.target(source) : null;
    }

    private static boolean isSpringJdbcPresent() {
        return ClassUtils.isPresent(
                "org.springframework.jdbc.datasource.DelegatingDataSource", RoutingDataSources.class.getClassLoader());
    }

    /** What needs Spring's JDBC module, which an application with another access to its database may not have. */
    private static final class InSpring {
        private InSpring() {}

        static @Nullable DataSource target(DataSource source) {
            return source instanceof DelegatingDataSource delegating ? delegating.getTargetDataSource() : null;
        }

        /** Wrappers of other makers pass such a question on. */
        static Optional<String> wrapped(DataSource source) {
            try {
                return source.isWrapperFor(AbstractRoutingDataSource.class)
                        ? Optional.of(source.unwrap(AbstractRoutingDataSource.class)
                                .getClass()
                                .getName())
                        : Optional.empty();
            } catch (SQLException e) {
                return Optional.empty();
            }
        }
    }
}
