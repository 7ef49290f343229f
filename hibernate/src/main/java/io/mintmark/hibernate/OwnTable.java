package io.mintmark.hibernate;

import io.mintmark.jdbc.JdbcRanges;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.spi.SessionFactoryImplementor;

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
        JdbcRanges ranges = JdbcRanges.over(new UnitDataSource(provider));
        return counter -> ranges.counter(counter).build();
    }
}
