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
 * <p>One statement reserves where the database can return what an UPDATE left: the row moves by the steps asked for if
 * it stands above the first block and below its end. Otherwise the row is read and held, the next value is computed,
 * and it is stored if the row is still what was read. Both ways keep the other programs' own guarded updates correct,
 * because the row's number is all the state there is.
 *
 * <p><b>A row that went back</b> stands at or below a number of {@link HeldNumbers}. Neither way moves it: the one
 * statement moves only a row that stands above them, and the other one refuses what it read. So it is refused until
 * somebody raised it, and ranges of its old life no longer go back. Our own row may stand there rightly, if another
 * program gave a range of ours back; its serial shows that ({@link SerialReturnGuard}).
 */
public final class RowCounter implements CounterStore {
    private final NamedBlockRule counter;
    private final Dialect dialect;
    private final RowSql sql;
    private final RowArithmetic arithmetic;
    private final OptionalLong createdAt;
    private final CounterAccess.Row row;
    private final ReturnGuard returns;
    private final HeldNumbers held = new HeldNumbers();

    /** The highest number of an old life: ranges that begin at or below it do not go back. */
    private long oldLifeTo = HeldNumbers.NONE;

    /** Numbers that were reserved, and what the row stores after that. */
    private record Reserved(Placement numbers, Stored after) {}

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
        held.begin();
        Optional<Range> reserved = reserveThere(connection, size);
        if (reserved.isPresent() || sql.read(connection).isPresent()) {
            return reserved;
        }
        requireNothingHeld();
        boolean ignored = create(connection, Long.MIN_VALUE);
        return reserveThere(connection, size);
    }

    /** Reserves in the row, if there is one and nobody is quicker. */
    private Optional<Range> reserveThere(Connection connection, long size) throws SQLException {
        long steps = arithmetic.stepsFor(size);
        Optional<Stored> moved = sql.advance(connection, steps, lowestStored(), arithmetic.storedMax() - steps);
        if (moved.isPresent()) {
            return moved.map(after -> opened(new Reserved(arithmetic.moved(after.value(), steps), after)));
        }
        return OwnTransaction.run(connection, () -> readAndSet(connection, size))
                .map(this::opened);
    }

    /** Returns the lowest value that a row stores whose numbers are above those that are held. */
    private long lowestStored() {
        long highest = held.highest();
        return highest == HeldNumbers.NONE ? arithmetic.regularFrom() : arithmetic.storedAbove(highest);
    }

    /** Takes note of a range once it is committed: one that was not comes again. */
    private Range opened(Reserved reserved) {
        held.add(reserved.numbers().low(), reserved.numbers().high());
        return returns.opened(reserved.numbers(), reserved.after());
    }

    private Optional<Reserved> readAndSet(Connection connection, long size) throws SQLException {
        Optional<Stored> before = sql.readLocked(connection);
        if (before.isEmpty()) {
            return Optional.empty();
        }
        Placement next = arithmetic.place(before.get().value(), size);
        requireNotBack(before.get(), next.low());
        if (!sql.set(connection, before.get(), next.stored(), 1)) {
            return Optional.empty();
        }
        return Optional.of(
                new Reserved(next, new Stored(next.stored(), before.get().serial() + 1)));
    }

    private void requireNotBack(Stored row, long next) {
        if (next > held.highest()) {
            return;
        }
        returns.latestIfOthersReturned(row)
                .filter(latest -> next >= latest.low())
                .ifPresent(latest -> held.remove(next, latest.high()));
        if (next <= held.highest()) {
            oldLifeTo = held.highest();
            throw CounterWentBack.to(next, counter, held.highest());
        }
    }

    private void requireNothingHeld() {
        if (held.highest() != HeldNumbers.NONE) {
            oldLifeTo = held.highest();
            throw CounterWentBack.missing(counter, held.highest());
        }
    }

    /**
     * Inserts the missing row, and returns whether nobody else was quicker; by itself, because a failed insert would
     * spoil a transaction.
     */
    private boolean create(Connection connection, long atLeast) throws SQLException {
        if (createdAt.isEmpty()) {
            throw RowRequirements.missing(counter, row);
        }
        try {
            sql.insert(connection, Math.max(createdAt.getAsLong(), atLeast));
            return true;
        } catch (SQLException e) {
            // Other constraints than the key's may refuse a row, too, and nobody was quicker then.
            if (!dialect.isAlreadyThere(e) || sql.read(connection).isEmpty()) {
                throw e;
            }
            return false;
        }
    }

    @Override
    public boolean mayGiveBack(Range range, long lastIssued) {
        return range.low() > oldLifeTo
                && lastIssued >= range.low() - 1
                && lastIssued < range.high()
                && arithmetic.storedAfter(lastIssued).isPresent()
                && arithmetic.storedAfter(range.high()).isPresent()
                && returns.mayClose(range);
    }

    @Override
    public boolean giveBack(Connection connection, Range range, long lastIssued) throws SQLException {
        Stored before = new Stored(arithmetic.storedAfter(range.high()).orElseThrow(), returns.guard(range));
        long to = arithmetic.storedAfter(lastIssued).orElseThrow();
        held.remove(lastIssued + 1, range.high());
        boolean accepted = sql.set(connection, before, to, returns.serialStep(range));
        if (accepted) {
            // It may be of another program, which was given numbers of ours because a third one had given those back.
            returns.latestIfOthersReturned(before)
                    .filter(latest -> range.low() <= latest.high())
                    .ifPresent(latest -> held.remove(range.low(), latest.high()));
            returns.closed(range, lastIssued < range.low());
        }
        return accepted;
    }

    @Override
    public void undone() {
        held.undo();
    }

    @Override
    public boolean repeatsReturns() {
        return returns.mayRepeat();
    }

    @Override
    public Optional<Long> raise(Connection connection, long atLeast) throws SQLException {
        held.begin();
        long stored = arithmetic.storedAbove(atLeast);
        boolean moved = sql.raise(connection, stored);
        Optional<Stored> now = sql.read(connection);
        boolean created = now.isEmpty() && create(connection, stored);
        if (moved || created) {
            // Ranges that are out end below, so that no return brings the row back here.
            held.raisedTo(arithmetic.passed(stored));
        }
        if (created) {
            now = sql.read(connection);
        }
        return now.map(row -> arithmetic.passed(row.value()));
    }
}
