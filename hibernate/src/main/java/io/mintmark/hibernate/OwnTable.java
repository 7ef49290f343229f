package io.mintmark.hibernate;

import io.mintmark.jdbc.JdbcRanges;
import jakarta.transaction.TransactionManager;
import org.hibernate.HibernateException;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.transaction.jta.platform.spi.JtaPlatform;
import org.jspecify.annotations.Nullable;

/** Counters as rows of Mintmark's own table in a persistence unit's database: the only place that knows mintmark-jdbc. */
final class OwnTable {
    private OwnTable() {}

    static CounterSources in(SessionFactoryImplementor factory) {
        ConnectionProvider provider = factory.getServiceRegistry().getService(ConnectionProvider.class);
        if (provider == null) {
            throw new MintmarkMappingException(
                    "counters need one database to live in, but this unit chooses a connection by tenant; set "
                            + MintmarkSettings.SOURCES + " to say where they live");
        }
        JdbcRanges ranges = JdbcRanges.over(new UnitDataSource(provider, manager(factory)));
        return counter -> ranges.counter(counter).build();
    }

    /** A platform that is configured and cannot be reached is one for its sessions to complain of. */
    private static @Nullable TransactionManager manager(SessionFactoryImplementor factory) {
        JtaPlatform platform = factory.getServiceRegistry().getService(JtaPlatform.class);
        try {
            return platform == null ? null : platform.retrieveTransactionManager();
        } catch (HibernateException e) {
            return null;
        }
    }
}
