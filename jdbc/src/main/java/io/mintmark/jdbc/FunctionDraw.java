package io.mintmark.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Draws from a function that the other program installed, such as Marten's: it honours the version that is there. */
final class FunctionDraw implements DrawnCounter.Draw {
    private static final long RAISE_DRAWS_MAX = 1_000_000;

    private final CounterDescription counter;
    private final CounterAccess.Function function;
    private final Dialect dialect;

    FunctionDraw(CounterDescription counter, CounterAccess.Function function, Dialect dialect) {
        this.counter = counter;
        this.function = function;
        this.dialect = dialect;
    }

    @Override
    public List<Long> next(Connection connection, int most) throws SQLException {
        return next(connection).stream().toList();
    }

    private Optional<Long> next(Connection connection) throws SQLException {
        try {
            long value =
                    Dialect.number(connection, "SELECT " + dialect.quote(function.name()) + "(?)", function.argument());
            return value < 0 ? Optional.empty() : Optional.of(value);
        } catch (SQLException e) {
            // Two callers who both find no row both insert it; the loser goes on with the winner's.
            if (dialect.isAlreadyThere(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public void requireStep(Connection connection) {
        // It counts pages by ones; there is no increment that somebody could alter.
    }

    @Override
    public Optional<Long> raise(Connection connection, long target) throws SQLException {
        for (long draws = 0; draws < RAISE_DRAWS_MAX; draws++) {
            Optional<Long> value = next(connection);
            if (value.isEmpty()) {
                return value;
            }
            if (value.get() >= target - 1) {
                return Optional.of(value.get() + 1);
            }
        }
        throw new UnsafeCounterException("the counter " + counter + " can be raised by " + RAISE_DRAWS_MAX
                + " pages at a time, and stands below " + target + "; raise it again, or set its row");
    }

    @Override
    public OptionalLong lowestNext(Connection connection) {
        // A look would draw.
        return OptionalLong.empty();
    }
}
