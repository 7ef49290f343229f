package io.mintmark.jdbc.internal.store;

import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.jdbc.internal.JdbcSecrets;
import io.mintmark.jdbc.internal.ScalarQuery;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Draws from a function that another program installed, such as Marten's, in the version that is there. */
public final class FunctionDraw implements DrawnCounter.Draw {
    private static final long RAISE_DRAWS_MAX = 1_000_000;

    private final NamedBlockRule counter;
    private final CounterAccess.Function function;
    private final Dialect dialect;

    /** Creates the draw of a counter that is {@code function}. */
    public FunctionDraw(NamedBlockRule counter, CounterAccess.Function function, Dialect dialect) {
        this.counter = counter;
        this.function = function;
        this.dialect = dialect;
    }

    /** Refuses a function that is not there or may not be called, without calling it. */
    public void requireCallable(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(call())) {
            ResultSetMetaData described = statement.getMetaData();
            if (described != null && described.getColumnCount() != 1) {
                throw new UnsafeCounterException(
                        "the counter " + counter + " needs a function that returns one number: " + function.name()
                                + " returns " + described.getColumnCount() + " columns; check its name");
            }
        } catch (SQLException e) {
            if (dialect.isWorthRepeating(e)) {
                throw e;
            }
            throw new UnsafeCounterException("the counter " + counter + " needs the function " + function.name()
                    + " of one text, and it cannot be called: " + JdbcSecrets.told(e)
                    + "; check its spelling, its schema and the rights of this user"
                    + Spelling.hint(function.name()));
        }
    }

    private String call() {
        return "SELECT " + dialect.quote(function.name()) + "(?)";
    }

    @Override
    public List<Long> next(Connection connection, int most) throws SQLException {
        return next(connection).stream().toList();
    }

    private Optional<Long> next(Connection connection) throws SQLException {
        try {
            long value = ScalarQuery.number(connection, call(), function.argument());
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
    public OptionalLong shownNext(Connection connection) {
        return OptionalLong.empty();
    }
}
