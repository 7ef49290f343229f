package io.mintmark.jdbc;

import io.mintmark.range.BlockRule;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Looks at a counter before its first use, and refuses what is unsafe: fails closed.
 *
 * <p>Used once, by one thread.
 */
final class Inspection {
    private final CounterDescription declared;
    private final Dialect dialect;
    private final Optional<IdColumn> ids;
    private final boolean creates;
    private final List<String> warnings = new ArrayList<>();
    private long ceiling;

    /** What the inspection found: the counter's report, and the counter itself. */
    record Passed(Preflight preflight, CounterStore store) {}

    Inspection(CounterDescription declared, Dialect dialect, Optional<IdColumn> ids, long ceiling, boolean creates) {
        this.declared = declared;
        this.dialect = dialect;
        this.ids = ids;
        this.ceiling = ceiling;
        this.creates = creates;
    }

    Passed run(Connection connection) throws SQLException {
        if (ids.isPresent()) {
            ceiling = Math.min(ceiling, ids.get().largest(connection, dialect));
        }
        Passed passed = pass(connection);
        requireAboveExistingIds(connection, passed.store().lowestNext(connection));
        return passed;
    }

    private Passed pass(Connection connection) throws SQLException {
        if (declared.access() instanceof CounterAccess.Row row) {
            return passRow(connection, row);
        }
        if (declared.access() instanceof CounterAccess.Function function) {
            CounterStore store = new DrawnCounter(declared, new FunctionDraw(declared, function, dialect), ceiling);
            return passed(connection, declared, store);
        }
        return passSequence(connection);
    }

    private Passed passRow(Connection connection, CounterAccess.Row row) throws SQLException {
        RowSpelling.Found found = find(connection, row);
        CounterAccess.Row named = row.serial().isPresent()
                ? OwnName.resolve(connection, dialect, found.row(), declared.name())
                : found.row();
        CounterDescription spelt = withAccess(named);
        requireIncrementOne(connection, spelt, named);
        RowArithmetic arithmetic = new RowArithmetic(spelt, found.columnMax(), ceiling);
        return passed(connection, spelt, new RowCounter(spelt, named, dialect, arithmetic));
    }

    private RowSpelling.Found find(Connection connection, CounterAccess.Row row) throws SQLException {
        String what = "the counter " + declared;
        if (row.serial().isEmpty() || !creates) {
            return RowSpelling.find(connection, dialect, row, what);
        }
        try {
            return RowSpelling.find(connection, dialect, row, what);
        } catch (UnsafeCounterException e) {
            create(connection, row);
            return RowSpelling.find(connection, dialect, row, what);
        }
    }

    private void create(Connection connection, CounterAccess.Row row) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(dialect.ownTable(dialect.quote(row.name())));
        } catch (SQLException e) {
            if (!dialect.isAlreadyThere(e)) {
                throw e;
            }
        }
    }

    private void requireIncrementOne(Connection connection, CounterDescription counter, CounterAccess.Row row)
            throws SQLException {
        if (row.increment().isEmpty()) {
            return;
        }
        CounterAccess.Row steps = row.withColumn(row.increment().get());
        OptionalLong step = new RowSql(steps, dialect)
                .read(connection).stream().mapToLong(RowSql.Stored::value).findFirst();
        if (step.isPresent() && step.getAsLong() != 1) {
            throw new UnsafeCounterException("the counter " + counter + " can only be shared with an increment of 1: "
                    + row.increment().get() + "=" + step.getAsLong()
                    + ", because its owner then issues the first number of every block twice; set it to 1");
        }
    }

    private Passed passSequence(Connection connection) throws SQLException {
        SqlName asGiven = declared.access().name();
        for (SqlName name : spellings(asGiven)) {
            Optional<SequenceState> state = dialect.sequence(connection, name);
            if (state.isPresent()) {
                CounterDescription spelt = withAccess(declared.access().named(name));
                warnAbout(state.get(), spelt.rule());
                CounterStore store = new DrawnCounter(spelt, new SequenceDraw(spelt, dialect), ceiling);
                return new Passed(
                        Preflight.of(spelt, dialect, dialect.sequenceDurability(connection), warnings), store);
            }
        }
        throw new UnsafeCounterException("the counter " + declared + " needs the sequence " + asGiven + ", and "
                + dialect.name() + " has none of that name; create it with an increment of "
                + (declared.rule().kind().needsIncrementOfSize()
                        ? declared.rule().size()
                        : 1)
                + ", or check its spelling and its schema");
    }

    private static Set<SqlName> spellings(SqlName name) {
        Set<SqlName> spellings = new LinkedHashSet<>();
        spellings.add(name);
        spellings.add(
                new SqlName(name.schema().toLowerCase(Locale.ROOT), name.name().toLowerCase(Locale.ROOT)));
        spellings.add(
                new SqlName(name.schema().toUpperCase(Locale.ROOT), name.name().toUpperCase(Locale.ROOT)));
        return spellings;
    }

    private void warnAbout(SequenceState state, BlockRule rule) {
        boolean dependsOnStart = rule.kind() == BlockRule.Kind.HIGH || rule.kind() == BlockRule.Kind.HIGH_EXCLUSIVE;
        if (dependsOnStart && state.start() != rule.first() && state.start() < rule.first() + rule.size() - 1) {
            warnings.add("its sequence starts at " + state.start() + " and its first number is declared to be "
                    + rule.first() + ": the block of the first value is read wrongly unless the two agree");
        }
        if (state.next().isEmpty()) {
            warnings.add(
                    "its sequence caches " + state.cache() + " values: a raise does not reach those that sessions or"
                            + " the server hold already, and existing ids cannot be compared with the next one");
        }
    }

    private Passed passed(Connection connection, CounterDescription spelt, CounterStore store) throws SQLException {
        return new Passed(Preflight.of(spelt, dialect, dialect.durability(connection), warnings), store);
    }

    private CounterDescription withAccess(CounterAccess access) {
        return new CounterDescription(
                declared.name(), access, declared.meaning(), declared.rule(), declared.warnings());
    }

    private void requireAboveExistingIds(Connection connection, OptionalLong lowestNext) throws SQLException {
        if (ids.isEmpty() || lowestNext.isEmpty()) {
            return;
        }
        long highest = ids.get().highest(connection, dialect);
        if (highest >= lowestNext.getAsLong()) {
            throw new UnsafeCounterException("the counter " + declared
                    + " must stand above the ids that exist: next number="
                    + lowestNext.getAsLong() + ", highest id in " + ids.get().table() + "=" + highest
                    + "; build it without ids and raise it with raiseAbove, or correct the declared rule");
        }
    }
}
