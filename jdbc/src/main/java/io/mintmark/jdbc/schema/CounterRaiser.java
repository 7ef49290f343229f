package io.mintmark.jdbc.schema;

import io.mintmark.counter.BlockRule;
import io.mintmark.internal.RandomSource;
import io.mintmark.internal.Sleeper;
import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.JdbcRanges;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.SequenceState;
import io.mintmark.jdbc.internal.JdbcSecrets;
import io.mintmark.jdbc.internal.connection.Connections;
import io.mintmark.jdbc.internal.connection.CounterCalls;
import io.mintmark.jdbc.internal.connection.RetryLoop;
import io.mintmark.jdbc.internal.store.NamedBlockRule;
import io.mintmark.jdbc.schema.SchemaView.ColumnName;
import io.mintmark.range.RangeSourceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Raises counters as {@link RaisePlan} says. Immutable. */
final class CounterRaiser implements Repair.Raiser {
    /** Each waits for the lock of a sequence; between them programs go on. */
    private static final int ATTEMPTS = 6;

    private final JdbcRanges ranges;
    private final CounterCalls calls;
    private final Dialect dialect;
    private final SchemaCatalog catalog;

    /** What was read before a raise. */
    private record Before(long highest, boolean locked) {}

    CounterRaiser(JdbcRanges ranges, CounterCalls calls, Dialect dialect, SchemaCatalog catalog) {
        this.ranges = ranges;
        this.calls = calls;
        this.dialect = dialect;
        this.catalog = catalog;
    }

    @Override
    public long raise(CounterDescription counter, List<ColumnName> keys) {
        try {
            Before before = calls.run(
                    () -> RetryLoop.subject(counter, "raise"),
                    connections -> connections.lend(connection -> before(connection, counter, keys)));
            return before.locked() ? restart(counter, keys) : raise(counter, before.highest());
        } catch (SQLException e) {
            throw new RangeSourceException(
                    "The counter " + counter + " could not be raised: " + JdbcSecrets.toldWithState(e)
                            + "; look at the database, and at what this login may read.",
                    e);
        }
    }

    /**
     * Raises a sequence of blocks by its values alone: one that was set by hand may stand inside the first block of its
     * rule, from where no program could count, and where drawing leads out.
     */
    private long raise(CounterDescription counter, long highest) {
        BlockRule rule = counter.rule();
        if (!(counter.access() instanceof CounterAccess.Sequence)
                || !rule.kind().needsIncrementOfSize()) {
            return ranges.counter(counter).build().raise(highest);
        }
        CounterDescription values = new CounterDescription(
                counter.name(), counter.access(), counter.meaning(), BlockRule.low(rule.size()), counter.warnings());
        long passed = ranges.counter(values).build().raise(rule.valueAbove(highest) - 1);
        return Math.max(highest, lowOf(counter, passed));
    }

    /** Returns the first number that a value stands for by the counter's own rule. */
    private static long lowOf(CounterDescription counter, long value) {
        return new NamedBlockRule(counter.name(), counter.rule(), 0).lowOf(value);
    }

    private Before before(Connection connection, CounterDescription counter, List<ColumnName> keys)
            throws SQLException {
        long highest = LockedRestart.highest(connection, dialect, keys);
        if (!(counter.access() instanceof CounterAccess.Sequence)) {
            return new Before(highest, false);
        }
        Optional<SequenceState> state =
                dialect.sequence(connection, counter.access().name());
        boolean locked = state.isPresent() && new RaisePlan(dialect, counter, state.get()).isLocked(highest);
        return new Before(highest, locked);
    }

    private long restart(CounterDescription counter, List<ColumnName> keys) throws SQLException {
        LockedRestart restart = new LockedRestart(dialect, catalog, counter);
        RetryLoop retries = new RetryLoop(ATTEMPTS, Sleeper.SYSTEM, RandomSource.SYSTEM);
        Connections.Work<Optional<Long>> once = connection -> Optional.of(restart.run(connection, keys));
        long next = calls.run(
                () -> RetryLoop.subject(counter, "raise"),
                connections -> retries.run(counter, "raise", dialect::isWorthRepeating, () -> connections.lend(once)));
        return lowOf(counter, next) - 1;
    }
}
