package io.mintmark.hibernate;

import io.mintmark.jdbc.JdbcRanges;
import io.mintmark.jdbc.database.CounterRightsException;
import io.mintmark.range.RangeSource;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/**
 * Counters as rows of Mintmark's own table in a persistence unit's database: the only place that knows mintmark-jdbc.
 */
final class OwnTable implements CounterSources {
    private final JdbcRanges inConnectionsSchema;
    private final Optional<String> named;
    private final String unitSchema;
    private final boolean looksAtStart;

    private OwnTable(JdbcRanges inConnectionsSchema, Optional<String> named, String unitSchema, boolean looksAtStart) {
        this.inConnectionsSchema = inConnectionsSchema;
        this.named = named;
        this.unitSchema = unitSchema;
        this.looksAtStart = looksAtStart;
    }

    /** Returns the counters of {@code factory}'s database, in the schema {@code named}, or else in the unit's own. */
    static CounterSources in(SessionFactoryImplementor factory, Optional<String> named, boolean looksAtStart) {
        ConnectionProvider provider = factory.getServiceRegistry().getService(ConnectionProvider.class);
        if (provider == null) {
            throw new MintmarkMappingException("counters must have a database to live in, and this unit has none; set "
                    + MintmarkSettings.SOURCES + " to say where they live");
        }
        JdbcRanges ranges = JdbcRanges.over(UnitDataSource.over(provider, factory));
        return new OwnTable(ranges, named, unitSchema(factory, named), looksAtStart);
    }

    /** Returns what finds the counters behind connections to one tenant's database, which its first id looks at. */
    static Function<DataSource, CounterSources> ofTenants(SessionFactoryImplementor factory, Optional<String> named) {
        String unitSchema = unitSchema(factory, named);
        return connections -> new OwnTable(JdbcRanges.over(connections), named, unitSchema, false);
    }

    private static String unitSchema(SessionFactoryImplementor factory, Optional<String> named) {
        return named.isPresent() ? "" : UnitSchema.of(factory);
    }

    /**
     * A database that is not there yet, or that this login may only read, does not keep the unit from starting:
     * Hibernate's own generator does not either, and a unit that inserts nothing needs no counter.
     */
    @Override
    public RangeSource source(String counter) {
        LateCounter late = new LateCounter(counter, () -> open(counter));
        if (looksAtStart) {
            late.lookUnless(failure -> failure instanceof CounterRightsException);
        }
        return late;
    }

    private RangeSource open(String counter) {
        if (named.isPresent()) {
            return inConnectionsSchema.schema(named.get()).counter(counter).build();
        }
        if (unitSchema.isEmpty()) {
            return inConnectionsSchema.counter(counter).build();
        }
        JdbcRanges inUnitsSchema = inConnectionsSchema.schema(unitSchema);
        requireNotElsewhere(counter, inUnitsSchema);
        return inUnitsSchema.counter(counter).build();
    }

    /** A counter that begins again in another schema would give the numbers of rows that exist. */
    private void requireNotElsewhere(String counter, JdbcRanges inUnitsSchema) {
        if (!inUnitsSchema.has(counter) && countsInConnectionsSchema(counter)) {
            throw new MintmarkMappingException("a unit's counters must be in its own schema, " + unitSchema
                    + ": the counter " + counter + " is in the table " + JdbcRanges.TABLE
                    + " of the schema that its connections have; move its row or the table there, or set "
                    + MintmarkSettings.SCHEMA + " to the schema that is meant");
        }
    }

    /** A login that may not read a table there has never counted in it. */
    private boolean countsInConnectionsSchema(String counter) {
        try {
            return inConnectionsSchema.has(counter);
        } catch (CounterRightsException e) {
            return false;
        }
    }
}
