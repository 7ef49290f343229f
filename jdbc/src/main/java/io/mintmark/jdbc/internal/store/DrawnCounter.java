package io.mintmark.jdbc.internal.store;

import io.mintmark.counter.BlockRule;
import io.mintmark.counter.Reservation;
import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.range.Range;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * A counter that is drawn from: a sequence or a function. One value is one block, and nothing goes back.
 *
 * <p><b>Several values at once</b>, where the database can draw them in one statement and the caller wants so many numbers:
 * blocks that adjoin are one range, and a value that somebody else's draw set apart is kept for the next. Drawn values that
 * are left at the end are lost, so a draw takes no more values than were drawn before it, and {@value #NUMBERS_MAX} numbers
 * at most: a program that needs few numbers wastes few.
 *
 * <p>A sequence's increment is read again <em>after</em> each draw: OpenJPA and database administrators alter sequences
 * under running programs. A value that was drawn before the increment changed is a good block; one drawn after it is
 * refused.
 *
 * <p>Called by one thread at a time.
 */
public final class DrawnCounter implements CounterStore {
    /** A rule yields nothing for one value at most. */
    private static final int DRAWS_FOR_A_BLOCK = 2;

    /** Most numbers of one draw, unless a block has more. */
    private static final int NUMBERS_MAX = 500;

    private final NamedBlockRule counter;
    private final Draw draw;
    private final long ceiling;

    /** Values that were drawn and not given to a caller yet, in the order drawn. */
    private final Deque<Long> kept = new ArrayDeque<>();

    private int drawnBefore = 1;

    /** Where values come from. */
    public interface Draw {
        /** Draws, {@code most} values at most; none if somebody else was quicker. */
        List<Long> next(Connection connection, int most) throws SQLException;

        /** Throws if the values do not step as the rule needs. */
        void requireStep(Connection connection) throws SQLException;

        /** Draws until later values are {@code target} or above; returns the lowest value that may come next. */
        Optional<Long> raise(Connection connection, long target) throws SQLException;
    }

    /** Creates a counter that gives numbers up to {@code ceiling}. */
    public DrawnCounter(NamedBlockRule counter, Draw draw, long ceiling) {
        this.counter = counter;
        this.draw = draw;
        this.ceiling = ceiling;
    }

    @Override
    public Optional<Range> reserve(Connection connection, long size) throws SQLException {
        for (int draws = 0; draws < DRAWS_FOR_A_BLOCK; draws++) {
            if (kept.isEmpty() && !draw(connection, size)) {
                return Optional.empty();
            }
            Optional<Reservation> blocks = adjoiningBlocks(size);
            if (blocks.isPresent()) {
                return blocks.map(this::belowCeiling);
            }
        }
        throw new UnsafeCounterException("the counter " + counter + " must not give the same value twice, and it did;"
                + " look at who resets it");
    }

    private boolean draw(Connection connection, long size) throws SQLException {
        long wanted = Math.min(size, NUMBERS_MAX) / counter.rule().size();
        List<Long> values = draw.next(connection, (int) Math.max(1, Math.min(wanted, drawnBefore)));
        if (values.isEmpty()) {
            return false;
        }
        draw.requireStep(connection);
        drawnBefore = Math.min(drawnBefore + values.size(), NUMBERS_MAX);
        kept.addAll(values);
        return true;
    }

    /** Takes blocks from what was drawn, as long as each begins where the last one ended and all are wanted. */
    private Optional<Reservation> adjoiningBlocks(long size) {
        Optional<Reservation> taken = Optional.empty();
        for (Long value = kept.poll(); value != null; value = kept.poll()) {
            Optional<Reservation> block = counter.block(value);
            if (taken.isPresent() && block.isPresent() && !adjoins(taken.get(), block.get(), size)) {
                kept.addFirst(value);
                return taken;
            }
            taken = taken.isPresent() && block.isPresent()
                    ? Optional.of(new Reservation(taken.get().low(), block.get().high()))
                    : taken.or(() -> block);
        }
        return taken;
    }

    private static boolean adjoins(Reservation taken, Reservation block, long size) {
        return block.low() == taken.high() + 1 && taken.size() + block.size() <= size;
    }

    private Range belowCeiling(Reservation block) {
        counter.requireBelow(block.low(), ceiling);
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
        long target = counter.rule().valueAbove(atLeast); // throws before anything is lost or moved
        kept.clear();
        return draw.raise(connection, target).map(next -> passedBefore(next, atLeast));
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
}
