package io.mintmark.jdbc;

import io.mintmark.counter.Reservation;
import io.mintmark.internal.RandomSource;
import io.mintmark.internal.Sleeper;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.jdbc.internal.JdbcSecrets;
import io.mintmark.jdbc.internal.connection.Connections;
import io.mintmark.jdbc.internal.connection.CounterCalls;
import io.mintmark.jdbc.internal.connection.DialectChooser;
import io.mintmark.jdbc.internal.connection.PrivateDatabases;
import io.mintmark.jdbc.internal.connection.RetryLoop;
import io.mintmark.jdbc.internal.store.IdColumn;
import io.mintmark.range.RangeSourceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Settings of a counter before it is built; not thread-safe. */
public final class JdbcCounterBuilder {
    private static final int ATTEMPTS = 8;

    private final CounterCalls calls;
    private final Optional<Dialect> dialect;
    private final CounterDescription description;
    private final boolean creates;
    private final List<IdColumn> ids = new ArrayList<>();
    private long ceiling = Reservation.CEILING_LONG;
    private int attempts = ATTEMPTS;
    private Sleeper sleeper = Sleeper.SYSTEM;
    private RandomSource random = RandomSource.SYSTEM;

    JdbcCounterBuilder(CounterCalls calls, Optional<Dialect> dialect, CounterDescription description, boolean creates) {
        this.calls = calls;
        this.dialect = dialect;
        this.description = description;
        this.creates = creates;
    }

    /**
     * Names the ids that the counter gives: building refuses a counter below them, and numbers that do not fit there.
     * Called again for each further table whose ids it gives.
     */
    public JdbcCounterBuilder ids(String table, String column) {
        return ids(SqlName.of(table), column);
    }

    /** The same for a table in another schema. */
    public JdbcCounterBuilder ids(SqlName table, String column) {
        ids.add(new IdColumn(table, column));
        return this;
    }

    /** Sets the highest number to reserve; default 2^63-1. */
    public JdbcCounterBuilder ceiling(long highest) {
        if (highest < 1) {
            throw new IllegalArgumentException("a ceiling must be at least 1: ceiling=" + highest);
        }
        this.ceiling = highest;
        return this;
    }

    /** Sets how often a reservation is tried when others are quicker or the database fails for a moment; default 8. */
    public JdbcCounterBuilder attempts(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("a reservation needs at least one attempt: attempts=" + most);
        }
        this.attempts = most;
        return this;
    }

    CounterDescription description() {
        return description;
    }

    JdbcCounterBuilder pausing(Sleeper sleeper, RandomSource random) {
        this.sleeper = sleeper;
        this.random = random;
        return this;
    }

    /**
     * Looks at the counter, and returns it if it is what it was declared to be. A look that another program disturbed,
     * such as one that makes the same table, is taken again.
     *
     * @throws UnsafeCounterException if it is not, or nobody could share it safely
     * @throws io.mintmark.counter.MisplacedCounterException if it stands where its rule has no numbers
     * @throws RangeSourceException if the database cannot be reached
     */
    public JdbcCounter build() {
        try {
            return calls.run(() -> RetryLoop.subject(description, "be looked at"), this::build);
        } catch (SQLException e) {
            throw new RangeSourceException(
                    "The counter " + description + " could not be looked at: " + JdbcSecrets.toldWithState(e)
                            + "; check that the database runs and what this user may read.",
                    e);
        }
    }

    private JdbcCounter build(Connections connections) throws SQLException {
        RetryLoop retries = new RetryLoop(attempts, sleeper, random);
        Dialect found = connections.lend(connection -> DialectChooser.choose(connection, dialect));
        return retries.run(description, "be looked at", found::isWorthRepeating, () -> {
            CounterInspection inspection = new CounterInspection(description, found, ids, ceiling, creates);
            return Optional.of(connections.lend(connection -> {
                CounterInspection.Passed passed = inspection.run(connection);
                return new JdbcCounter(warned(passed.preflight(), connection), passed.store(), found, calls, retries);
            }));
        });
    }

    private static Preflight warned(Preflight found, Connection connection) {
        List<String> warnings = new ArrayList<>(found.warnings());
        PrivateDatabases.hint(connection).ifPresent(warnings::add);
        return new Preflight(found.counter(), found.database(), found.durability(), warnings);
    }
}
