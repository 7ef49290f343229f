package io.mintmark.jdbc;

import io.mintmark.range.BlockRule;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Draws from a sequence of the database. Immutable. */
final class SequenceDraw implements DrawnCounter.Draw {
    /** How many blocks a raise passes at most; drawing so many takes minutes. */
    static final long RAISE_DRAWS_MAX = 10_000_000;

    private final CounterDescription counter;
    private final SqlName sequence;
    private final Dialect dialect;

    SequenceDraw(CounterDescription counter, Dialect dialect) {
        this.counter = counter;
        this.sequence = counter.access().name();
        this.dialect = dialect;
    }

    @Override
    public List<Long> next(Connection connection, int most) throws SQLException {
        return most == 1 ? List.of(dialect.draw(connection, sequence)) : dialect.drawSome(connection, sequence, most);
    }

    @Override
    public void requireStep(Connection connection) throws SQLException {
        requireStep(dialect.step(connection, sequence).orElseThrow(this::missing));
    }

    private SequenceState state(Connection connection) throws SQLException {
        return dialect.sequence(connection, sequence).orElseThrow(this::missing);
    }

    private UnsafeCounterException missing() {
        return new UnsafeCounterException("the counter " + counter + " needs the sequence " + sequence + ", and "
                + dialect.name() + " has none of that name; check its spelling and its schema");
    }

    private void requireStep(SequenceStep step) {
        BlockRule rule = counter.rule();
        long increment = step.increment();
        if (rule.kind().needsIncrementOfSize() && increment != rule.size()) {
            throw new UnsafeCounterException("the counter " + counter + " must step by its block: increment="
                    + increment + ", block=" + rule.size() + "; " + remedy(increment));
        }
        if (increment < 1) {
            throw new UnsafeCounterException("the counter " + counter + " must step upwards: increment=" + increment
                    + "; look at who altered the sequence");
        }
        if (step.cycles()) {
            throw new UnsafeCounterException(
                    "the counter " + counter + " must not begin again at its end: the sequence " + sequence
                            + " has CYCLE; alter it to NO CYCLE");
        }
    }

    private String remedy(long increment) {
        if (increment == 0) {
            return "0 means that a Galera cluster sets it, where no rule of this kind is safe: use a table";
        }
        return "set the block of every program that shares it to " + increment + ", or stop them all and alter the"
                + " sequence; OpenJPA alters sequences by itself";
    }

    @Override
    public Optional<Long> raise(Connection connection, long target) throws SQLException {
        SequenceState state = state(connection);
        requireStep(state.step());
        long next = state.next().isPresent()
                ? state.next().getAsLong()
                : after(dialect.draw(connection, sequence), state.increment());
        if (next >= target) {
            return Optional.of(next);
        }
        requireInReach(state, next, target);
        return Optional.of(
                after(dialect.raise(connection, sequence, state, target, RAISE_DRAWS_MAX), state.increment()));
    }

    private void requireInReach(SequenceState state, long next, long target) {
        long missing = (target - next) / state.increment();
        if (target > state.last() || missing >= RAISE_DRAWS_MAX) {
            throw new UnsafeCounterException("the counter " + counter + " can be raised by drawing " + RAISE_DRAWS_MAX
                    + " values at most, up to its end " + state.last() + ": " + missing + " are missing to " + target
                    + "; stop all programs that use the sequence " + sequence + " and restart it there");
        }
    }

    private static long after(long value, long increment) {
        return value > Long.MAX_VALUE - increment ? Long.MAX_VALUE : value + increment;
    }

    @Override
    public OptionalLong lowestNext(Connection connection) throws SQLException {
        return state(connection).next();
    }
}
