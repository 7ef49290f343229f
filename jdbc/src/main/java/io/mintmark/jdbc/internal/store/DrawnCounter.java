package io.mintmark.jdbc.internal.store;

import io.mintmark.counter.Reservation;
import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.range.Range;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A counter that is drawn from: a sequence or a function. One value is one block, and nothing goes back.
 *
 * <p><b>Several values at once</b>, where the database can draw them in one statement and the caller wants so many
 * numbers: blocks that adjoin are one range, and a value that somebody else's draw set apart is kept for the next.
 * Drawn values that are left at the end are lost, so a draw takes no more values than were drawn before it, and no more
 * numbers than {@value #NUMBERS_OF_FEW}, or than a {@value #PART}nd of all that were drawn if that is more: a program
 * wastes few of what it needs, and one that needs many does not wait for a distant database each {@value
 * #NUMBERS_OF_FEW}.
 *
 * <p>A sequence's increment is read again <em>after</em> each draw: OpenJPA and database administrators alter sequences
 * under running programs. A value that was drawn before the increment changed is a good block; one drawn after it is
 * refused.
 *
 * <p><b>A counter that went back</b> is noticed by a block that is not above all {@link HeldNumbers}. It is refused if
 * one of its numbers is held, or if the catalog shows that the sequence itself stands there. It is left out if nobody
 * can tell. Any other block is one that a session drew long ago, and is given, unless this counter was raised above it:
 * then the session is drawn from until it has passed what it holds. What was refused once is refused, without a draw,
 * until the catalog shows that the sequence stands above all of them, or until this counter is raised above them.
 *
 * <p>Called by one thread at a time.
 */
public final class DrawnCounter implements CounterStore {
    /** A rule yields nothing for one value at most; the others are for blocks that are left out. */
    private static final int DRAWS_MAX = 64;

    /** Most numbers of one draw while few were drawn, unless a block has more. */
    private static final int NUMBERS_OF_FEW = 500;

    /** The same, however many were drawn: a statement that takes a moment. */
    private static final int NUMBERS_MAX = 8_192;

    /** A draw takes one of so many parts of what was drawn before. */
    private static final int PART = 32;

    /** Most values of one draw that passes what a session holds from before a raise. */
    private static final int PASSED_MAX = 512;

    private final NamedBlockRule counter;
    private final Draw draw;
    private final long ceiling;

    /** Values that were drawn and not given to a caller yet, in the order drawn. */
    private final Deque<Long> kept = new ArrayDeque<>();

    private long drawnBefore = 1;

    private final HeldNumbers held = new HeldNumbers();
    private boolean wentBack;

    /** Where values come from. */
    public interface Draw {
        /** Draws, {@code most} values at most; none if somebody else was quicker. */
        List<Long> next(Connection connection, int most) throws SQLException;

        /** Throws if the values do not step as the rule needs. */
        void requireStep(Connection connection) throws SQLException;

        /** Draws until later values are {@code target} or above; returns the lowest value that may come next. */
        Optional<Long> raise(Connection connection, long target) throws SQLException;

        /** Returns the value that comes next, without drawing it; empty if nothing shows it. */
        OptionalLong shownNext(Connection connection) throws SQLException;
    }

    /** Creates a counter that gives numbers up to {@code ceiling}. */
    public DrawnCounter(NamedBlockRule counter, Draw draw, long ceiling) {
        this.counter = counter;
        this.draw = draw;
        this.ceiling = ceiling;
    }

    @Override
    public Optional<Range> reserve(Connection connection, long size) throws SQLException {
        held.begin();
        if (wentBack) {
            requireRaised(connection);
        }
        int least = 1;
        for (int draws = 0; draws < DRAWS_MAX; draws++) {
            if (kept.isEmpty() && !draw(connection, size, least)) {
                return Optional.empty();
            }
            Optional<Range> range = adjoiningBlocks(size).map(this::belowCeiling);
            if (range.isPresent() && mayGive(connection, range.get())) {
                held.add(range.get().low(), range.get().high());
                return range;
            }
            if (range.isPresent() && range.get().low() <= held.raisedTo()) {
                least = leaveOut(least);
            }
        }
        throw CounterWentBack.repeated(counter, DRAWS_MAX, held.highest());
    }

    /** Drops what was drawn before a raise, and returns how many values to draw to pass what a session has left. */
    private int leaveOut(int drawn) {
        kept.removeIf(value -> counter.lowOf(value) <= held.raisedTo());
        return Math.min(2 * drawn, PASSED_MAX);
    }

    /** Goes on with a counter that went back once the catalog shows that somebody raised it. */
    private void requireRaised(Connection connection) throws SQLException {
        OptionalLong next = shownNext(connection);
        if (next.isEmpty()) {
            throw CounterWentBack.before(counter, held.highest());
        }
        requireAbove(next);
        wentBack = false;
    }

    /** Returns whether a range that was drawn may be given; refuses one that shows that the counter went back. */
    private boolean mayGive(Connection connection, Range range) throws SQLException {
        if (range.low() > held.highest()) {
            return true;
        }
        if (held.overlaps(range.low(), range.high())) {
            throw refusal(range.low());
        }
        requireAbove(shownNext(connection));
        return range.low() > held.raisedTo() && !held.mayOverlap(range.low(), range.high());
    }

    private void requireAbove(OptionalLong next) {
        if (next.isPresent() && next.getAsLong() <= held.highest()) {
            throw refusal(next.getAsLong());
        }
    }

    private UnsafeCounterException refusal(long next) {
        wentBack = true;
        kept.clear();
        return CounterWentBack.to(next, counter, held.highest());
    }

    /** Returns the first number of the next value, or of where its block would be; empty if nothing shows it. */
    private OptionalLong shownNext(Connection connection) throws SQLException {
        OptionalLong value = draw.shownNext(connection);
        return value.isEmpty() ? value : OptionalLong.of(counter.lowOf(value.getAsLong()));
    }

    private boolean draw(Connection connection, long size, int least) throws SQLException {
        long wanted = Math.min(size, mostNumbers()) / counter.rule().size();
        List<Long> values = draw.next(connection, (int) Math.max(least, Math.min(wanted, drawnBefore)));
        if (values.isEmpty()) {
            return false;
        }
        draw.requireStep(connection);
        drawnBefore += values.size();
        kept.addAll(values);
        return true;
    }

    private long mostNumbers() {
        double part = (double) drawnBefore * counter.rule().size() / PART;
        return (long) Math.max(NUMBERS_OF_FEW, Math.min(part, NUMBERS_MAX));
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
    public void undone() {
        held.undo();
    }

    @Override
    public boolean repeatsReturns() {
        return false;
    }

    @Override
    public Optional<Long> raise(Connection connection, long atLeast) throws SQLException {
        held.begin();
        long target = counter.rule().valueAbove(atLeast); // throws before anything is lost or moved
        kept.clear();
        Optional<Long> low = draw.raise(connection, target).map(counter::lowOf);
        if (low.isPresent()) {
            held.raisedTo(low.get() == Long.MAX_VALUE ? atLeast : passedBefore(low.get(), atLeast));
            wentBack = wentBack && low.get() <= held.highest();
        }
        return low.map(first -> passedBefore(first, atLeast));
    }

    /** A counter at its end stands above everything. */
    private static long passedBefore(long low, long atLeast) {
        return low == Long.MAX_VALUE ? low : Math.max(atLeast, low - 1);
    }
}
