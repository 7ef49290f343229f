package io.mintmark.jdbc.internal.store;

import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.SequenceState;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.jdbc.internal.JdbcSecrets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Draws from a sequence of the database. Immutable. */
public final class SequenceDraw implements DrawnCounter.Draw {
    /** Most blocks that a raise passes, which takes minutes. */
    static final long RAISE_DRAWS_MAX = 10_000_000;

    private final NamedBlockRule counter;
    private final SqlName sequence;
    private final Dialect dialect;

    /** Draws from the database. */
    private interface Drawing<T> {
        T run() throws SQLException;
    }

    /** Creates the draw of a counter that is {@code sequence}. */
    public SequenceDraw(NamedBlockRule counter, SqlName sequence, Dialect dialect) {
        this.counter = counter;
        this.sequence = sequence;
        this.dialect = dialect;
    }

    @Override
    public List<Long> next(Connection connection, int most) throws SQLException {
        return drawn(() ->
                most == 1 ? List.of(dialect.draw(connection, sequence)) : dialect.drawSome(connection, sequence, most));
    }

    /** Draws; a sequence that has no value left never gets better, and is not tried again. */
    private <T> T drawn(Drawing<T> drawing) throws SQLException {
        try {
            return drawing.run();
        } catch (SQLException e) {
            if (dialect.isAtEnd(e)) {
                throw SequenceRequirements.atEnd(counter, sequence, JdbcSecrets.told(e));
            }
            throw e;
        }
    }

    @Override
    public void requireStep(Connection connection) throws SQLException {
        SequenceRequirements.requireStep(
                counter, sequence, dialect.step(connection, sequence).orElseThrow(this::missing));
    }

    private SequenceState state(Connection connection) throws SQLException {
        return dialect.sequence(connection, sequence).orElseThrow(this::missing);
    }

    private UnsafeCounterException missing() {
        return new UnsafeCounterException("the counter " + counter + " needs the sequence " + sequence + ", and "
                + dialect.name() + " has none of that name; check its spelling and its schema");
    }

    @Override
    public Optional<Long> raise(Connection connection, long target) throws SQLException {
        SequenceState state = state(connection);
        SequenceRequirements.requireStep(counter, sequence, state.step());
        if (state.ended()) {
            return Optional.of(Long.MAX_VALUE);
        }
        long next = state.next().isPresent()
                ? state.next().getAsLong()
                : after(drawn(() -> dialect.draw(connection, sequence)), state.increment());
        if (next >= target) {
            return Optional.of(next);
        }
        requireInReach(state, next, target);
        long raised = drawn(() -> dialect.raise(connection, sequence, state, target, RAISE_DRAWS_MAX));
        return Optional.of(after(raised, state.increment()));
    }

    @Override
    public OptionalLong shownNext(Connection connection) throws SQLException {
        return state(connection).next();
    }

    private void requireInReach(SequenceState state, long next, long target) {
        long missing = (target - next) / state.increment();
        if (target > state.last() || (missing >= RAISE_DRAWS_MAX && !dialect.raisesAtOnce())) {
            throw new UnsafeCounterException("the counter " + counter + " can be raised by drawing " + RAISE_DRAWS_MAX
                    + " values at most, up to its end " + state.last() + ": " + missing + " are missing to " + target
                    + "; stop all programs that use the sequence " + sequence + " and restart it there");
        }
    }

    private static long after(long value, long increment) {
        return value > Long.MAX_VALUE - increment ? Long.MAX_VALUE : value + increment;
    }
}
