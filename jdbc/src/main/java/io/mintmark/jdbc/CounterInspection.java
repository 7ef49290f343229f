package io.mintmark.jdbc;

import io.mintmark.document.KeyForm;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.CounterState;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.Durability;
import io.mintmark.jdbc.database.RowState;
import io.mintmark.jdbc.database.SequenceState;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.jdbc.internal.store.CounterStore;
import io.mintmark.jdbc.internal.store.DrawnCounter;
import io.mintmark.jdbc.internal.store.FunctionDraw;
import io.mintmark.jdbc.internal.store.IdColumn;
import io.mintmark.jdbc.internal.store.NamedBlockRule;
import io.mintmark.jdbc.internal.store.OwnRowFinder;
import io.mintmark.jdbc.internal.store.RowArithmetic;
import io.mintmark.jdbc.internal.store.RowCounter;
import io.mintmark.jdbc.internal.store.RowReader;
import io.mintmark.jdbc.internal.store.RowRequirements;
import io.mintmark.jdbc.internal.store.RowSpelling;
import io.mintmark.jdbc.internal.store.SequenceDraw;
import io.mintmark.jdbc.internal.store.Spelling;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Looks at a counter before its first use, and refuses what is unsafe: fails closed. {@link Assessment}
 * judges the state that it reads.
 *
 * <p>Used once, by one thread.
 */
final class CounterInspection {
    private static final String FUNCTION_UNSEEN =
            "its function shows neither its number nor the block that it was counted with, so that existing ids cannot be"
                    + " compared with its next number; build its row (such as marten-row) with ids, which compares them";

    /** The standard's state of a missing right. */
    private static final String DENIED = "42501";

    private final CounterDescription declared;
    private final Dialect dialect;
    private final List<IdColumn> ids;
    private final boolean creates;
    private long ceiling;

    /** Read before the counter: writers move both meanwhile, and the counter first. */
    private final Map<IdColumn, Long> highest = new LinkedHashMap<>();

    /** A counter that passed: its report, and the counter itself. */
    record Passed(Preflight preflight, CounterStore store) {}

    CounterInspection(CounterDescription declared, Dialect dialect, List<IdColumn> ids, long ceiling, boolean creates) {
        this.declared = declared;
        this.dialect = dialect;
        this.ids = List.copyOf(ids);
        this.ceiling = ceiling;
        this.creates = creates;
    }

    Passed run(Connection connection) throws SQLException {
        for (IdColumn column : ids) {
            ceiling = Math.min(ceiling, column.largest(connection, dialect));
            highest.put(column, column.highest(connection, dialect));
        }
        if (declared.access() instanceof CounterAccess.Row row) {
            return passRow(connection, row);
        }
        if (declared.access() instanceof CounterAccess.Function function) {
            return passFunction(connection, function);
        }
        return passSequence(connection);
    }

    private Passed passRow(Connection connection, CounterAccess.Row row) throws SQLException {
        RowSpelling.Found found = find(connection, row);
        RowRequirements.requireLongSerial(found, "the counter " + declared);
        CounterAccess.Row named = row.serial().isPresent()
                ? OwnRowFinder.resolve(connection, dialect, found.row(), given(row))
                : found.row();
        RowState state = new RowReader(dialect, named, found.type()).one(connection);
        Assessment assessed = assess(declared.with(named), state);
        new WriteAccessCheck(assessed.counter(), dialect).requireRow(connection, named, state);
        RowArithmetic arithmetic =
                new RowArithmetic(assessed.counter().counting(), found.type().largest(), ceiling);
        CounterStore store = new RowCounter(assessed.counter().counting(), named, dialect, arithmetic);
        return passed(assessed, dialect.durability(connection, named), store);
    }

    /** Returns how our own row's name was given; the counter's name is for messages, and may be any other. */
    private String given(CounterAccess.Row row) {
        String key = String.valueOf(row.where().values().iterator().next());
        return KeyForm.of(declared.name()).equals(KeyForm.of(key)) ? declared.name() : key;
    }

    private RowSpelling.Found find(Connection connection, CounterAccess.Row row) throws SQLException {
        String what = "the counter " + declared;
        if (row.serial().isEmpty() || !creates) {
            return RowSpelling.require(connection, dialect, row, what);
        }
        Optional<RowSpelling.Found> found =
                RowSpelling.find(connection, dialect, row, what).found();
        if (found.isPresent()) {
            return found.get();
        }
        requirePlainName(row);
        new OwnTableMaker(connection, dialect, "the counter " + declared).make(row.name());
        return RowSpelling.require(connection, dialect, row, what);
    }

    /** A table of ours whose name has a dot was meant to be in a schema; it would be made beside it without a word. */
    private void requirePlainName(CounterAccess.Row row) {
        String hint = Spelling.hint(row.name());
        if (!hint.isEmpty()) {
            throw new UnsafeCounterException("the counter " + declared + " needs the table \""
                    + row.name().name() + "\", which is not there" + hint);
        }
    }

    private Passed passFunction(Connection connection, CounterAccess.Function function) throws SQLException {
        FunctionDraw draw = new FunctionDraw(declared.counting(), function, dialect);
        draw.requireCallable(connection);
        // The next value of a function shows only when it is called, which moves the counter.
        Assessment unseen = Assessment.usable(declared, OptionalLong.empty(), List.of(FUNCTION_UNSEEN), List.of());
        Durability durability = dialect.durability(connection, function);
        return passed(unseen, durability, new DrawnCounter(declared.counting(), draw, ceiling));
    }

    private Passed passSequence(Connection connection) throws SQLException {
        for (SqlName name : Spelling.of(declared.access().name())) {
            Optional<SequenceState> state = state(connection, name);
            if (state.isPresent()) {
                CounterAccess.Sequence named = ((CounterAccess.Sequence) declared.access()).named(name);
                Assessment assessed = assess(declared.with(named), state.get());
                CounterDescription counter = assessed.counter();
                new WriteAccessCheck(counter, dialect).requireSequence(connection, name);
                NamedBlockRule counting = counter.counting();
                CounterStore store = new DrawnCounter(counting, new SequenceDraw(counting, name, dialect), ceiling);
                return passed(assessed, dialect.durability(connection, named), store);
            }
        }
        throw missingSequence();
    }

    private Optional<SequenceState> state(Connection connection, SqlName name) throws SQLException {
        try {
            return dialect.sequence(connection, name);
        } catch (SQLException e) {
            if (DENIED.equals(e.getSQLState())) {
                throw new WriteAccessCheck(declared, dialect).unreadable(name, e);
            }
            throw e;
        }
    }

    private UnsafeCounterException missingSequence() {
        return new UnsafeCounterException("the counter " + declared + " needs the sequence "
                + declared.access().name() + ", and " + dialect.name()
                + " has none of that name; create it with an increment of "
                + (declared.rule().kind().needsIncrementOfSize()
                        ? declared.rule().size()
                        : 1)
                + ", or check its spelling and its schema"
                + Spelling.hint(declared.access().name()));
    }

    private Assessment assess(CounterDescription spelt, CounterState state) {
        Assessment assessed = Assessment.of(spelt, state, ceiling).orThrow();
        requireAboveExistingIds(assessed.lowestNext());
        return assessed;
    }

    private Passed passed(Assessment assessed, Durability durability, CounterStore store) {
        List<String> warnings = new ArrayList<>(assessed.warnings());
        if (ids.isEmpty()) {
            warnings.addAll(assessed.doubts());
        }
        return new Passed(new Preflight(assessed.counter(), dialect.name(), durability, warnings), store);
    }

    private void requireAboveExistingIds(OptionalLong lowestNext) {
        if (lowestNext.isEmpty()) {
            return;
        }
        highest.forEach((column, id) -> {
            if (id >= lowestNext.getAsLong()) {
                throw new CounterBelowIdsException("the counter " + declared
                        + " must stand above the ids that exist: next number="
                        + lowestNext.getAsLong() + ", highest id in " + column.table() + "=" + id
                        + "; build it without ids and raise it with raiseAbove, or correct the declared rule");
            }
        });
    }
}
