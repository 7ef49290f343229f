package io.mintmark.jdbc.internal.store;

import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.internal.connection.OwnTransaction;
import io.mintmark.jdbc.internal.store.RowArithmetic.Placement;
import io.mintmark.jdbc.internal.store.RowSql.Stored;
import io.mintmark.range.Range;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A counter that is a row of a table, ours or another product's.
 *
 * <p>One statement reserves where the database can return what an UPDATE left: the row moves by the steps asked for if it
 * stands above the first block and below its end. Otherwise the row is read and held, the next value is computed, and it is
 * stored if the row is still what was read. Both ways keep the other programs' own guarded updates correct, because the
 * row's number is all the state there is.
 */
public final class RowCounter implements CounterStore {
    private final NamedBlockRule counter;
    private final Dialect dialect;
    private final RowSql sql;
    private final RowArithmetic arithmetic;
    private final OptionalLong createdAt;
    private final CounterAccess.Row row;
    private final ReturnGuard returns;

    /** Creates the counter that is {@code row}, whose names are those that the database has. */
    public RowCounter(NamedBlockRule counter, CounterAccess.Row row, Dialect dialect, RowArithmetic arithmetic) {
        this.counter = counter;
        this.dialect = dialect;
        this.sql = new RowSql(row, dialect);
        this.arithmetic = arithmetic;
        this.createdAt = row.createdAt();
        this.row = row;
        this.returns = row.serial().isPresent() ? new SerialReturnGuard() : new SingleReturnGuard();
    }

    @Override
    public Optional<Range> reserve(Connection connection, long size) throws SQLException {
        long steps = arithmetic.stepsFor(size);
        Optional<Stored> moved =
                sql.advance(connection, steps, arithmetic.regularFrom(), arithmetic.storedMax() - steps);
        if (moved.isPresent()) {
            return moved.map(after -> returns.opened(arithmetic.moved(after.value(), steps), after));
        }
        Optional<Range> range = OwnTransaction.run(connection, () -> readAndSet(connection, size));
        if (range.isEmpty() && sql.read(connection).isEmpty()) {
            create(connection);
        }
        return range;
    }

    private Optional<Range> readAndSet(Connection connection, long size) throws SQLException {
        Optional<Stored> before = sql.readLocked(connection);
        if (before.isEmpty()) {
            return Optional.empty();
        }
        Placement next = arithmetic.place(before.get().value(), size);
        if (!sql.set(connection, before.get(), next.stored())) {
            return Optional.empty();
        }
        return Optional.of(
                returns.opened(next, new Stored(next.stored(), before.get().serial() + 1)));
    }

    /** Inserts the missing row by itself: a failed insert would spoil a transaction. */
    private void create(Connection connection) throws SQLException {
        if (createdAt.isEmpty()) {
            throw RowRequirements.missing(counter, row);
        }
        try {
            sql.insert(connection, createdAt.getAsLong());
        } catch (SQLException e) {
            if (!dialect.isAlreadyThere(e)) {
                throw e;
            }
        }
    }

    @Override
    public boolean mayGiveBack(Range range, long lastIssued) {
        return lastIssued >= range.low() - 1
                && lastIssued < range.high()
                && arithmetic.storedAfter(lastIssued).isPresent()
                && arithmetic.storedAfter(range.high()).isPresent()
                && returns.mayClose(range);
    }

    @Override
    public boolean giveBack(Connection connection, Range range, long lastIssued) throws SQLException {
        long now = arithmetic.storedAfter(range.high()).orElseThrow();
        long to = arithmetic.storedAfter(lastIssued).orElseThrow();
        boolean accepted = sql.set(connection, new Stored(now, returns.guard(range)), to);
        if (accepted) {
            returns.closed(range, lastIssued < range.low());
        }
        return accepted;
    }

    @Override
    public boolean repeatsReturns() {
        return returns.mayRepeat();
    }

    @Override
    public Optional<Long> raise(Connection connection, long atLeast) throws SQLException {
        sql.raise(connection, arithmetic.storedAbove(atLeast));
        Optional<Stored> now = sql.read(connection);
        if (now.isEmpty()) {
            create(connection);
        }
        return now.map(row -> arithmetic.passed(row.value()));
    }
}
