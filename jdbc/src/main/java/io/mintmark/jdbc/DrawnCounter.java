package io.mintmark.jdbc;

import io.mintmark.range.BlockRule;
import io.mintmark.range.ExhaustedException;
import io.mintmark.range.Range;
import io.mintmark.range.Reservation;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A counter that is drawn from: a sequence or a function. One value is one block, and nothing goes back.
 *
 * <p>A sequence's increment is read again <em>after</em> each draw: OpenJPA and database administrators alter sequences
 * under running programs. What was drawn before the increment changed is a good block; what was drawn after it is refused.
 */
final class DrawnCounter implements CounterStore {
    /** A rule yields nothing for one value at most. */
    private static final int DRAWS_FOR_A_BLOCK = 2;

    private final CounterDescription counter;
    private final Draw draw;
    private final long ceiling;

    /** Where values come from. */
    interface Draw {
        /** Draws; empty if somebody else was quicker. */
        Optional<Long> next(Connection connection) throws SQLException;

        /** Throws if the values do not step as the rule needs. */
        void requireStep(Connection connection) throws SQLException;

        /** Draws until later values are {@code target} or above; returns the lowest value that may come next. */
        Optional<Long> raise(Connection connection, long target) throws SQLException;

        /** Returns the lowest value that may come next, or empty if a look does not show it. */
        OptionalLong lowestNext(Connection connection) throws SQLException;
    }

    DrawnCounter(CounterDescription counter, Draw draw, long ceiling) {
        this.counter = counter;
        this.draw = draw;
        this.ceiling = ceiling;
    }

    @Override
    public Optional<Range> reserve(Connection connection, long size) throws SQLException {
        for (int draws = 0; draws < DRAWS_FOR_A_BLOCK; draws++) {
            Optional<Long> value = draw.next(connection);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            draw.requireStep(connection);
            Optional<Reservation> block = counter.rule().block(value.get());
            if (block.isPresent()) {
                return block.map(this::belowCeiling);
            }
        }
        throw new UnsafeCounterException("the counter " + counter + " must not give the same value twice, and it did;"
                + " look at who resets it");
    }

    private Range belowCeiling(Reservation block) {
        if (block.low() > ceiling) {
            throw new ExhaustedException("the counter " + counter
                    + " refuses above its ceiling and never wraps: first number=" + block.low() + ", ceiling=" + ceiling
                    + "; widen the column of the ids, or go on with a new counter");
        }
        return Range.of(block.low(), Math.min(block.high(), ceiling));
    }

    @Override
    public boolean mayGiveBack(Range range, long lastIssued) {
        return false;
    }

    @Override
    public boolean giveBack(Connection connection, Range range, long lastIssued) {
        return false;
    }

    @Override
    public boolean repeatsReturns() {
        return false;
    }

    @Override
    public Optional<Long> raise(Connection connection, long atLeast) throws SQLException {
        BlockRule rule = counter.rule();
        return draw.raise(connection, rule.valueAbove(atLeast)).map(next -> passedBefore(next, atLeast));
    }

    private long passedBefore(long nextValue, long atLeast) {
        BlockRule rule = counter.rule();
        try {
            long low = Math.addExact(Math.multiplyExact(nextValue, rule.numbersPerStep()), rule.lowAtZero());
            return Math.max(atLeast, low - 1);
        } catch (ArithmeticException e) {
            // The counter is at its end: it stands above everything.
            return Long.MAX_VALUE;
        }
    }

    @Override
    public OptionalLong lowestNext(Connection connection) throws SQLException {
        draw.requireStep(connection);
        OptionalLong value = draw.lowestNext(connection);
        if (value.isEmpty()) {
            return value;
        }
        // A value without a block says nothing of the next one; the lowest number there is, is its bound.
        Optional<Reservation> block = counter.rule().block(value.getAsLong());
        return OptionalLong.of(block.map(Reservation::low).orElse(counter.rule().first()));
    }
}
