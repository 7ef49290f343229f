package io.mintmark.jdbc;

import io.mintmark.counter.BlockRule;
import io.mintmark.jdbc.database.CounterAccess;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A collision: two programs, each counting as it declares, repeat numbers on one counter. Pure arithmetic, no database.
 *
 * <p>Every rule is a straight line in the counter's value, so whether two are safe is computed and not tried: see
 * {@link #onSequence} and {@link #onRow}. Only the place of the first repeated number is searched for, over all orders
 * of the first reservations and then over one long run. Whole blocks are compared, because it is chance how much of
 * them was issued.
 *
 * @param number the lowest number that two blocks share, in the shortest schedule found; empty if only a longer run
 *     than was searched shows one
 * @param story who reserved what, in order, up to the first repeated number
 */
public record Collision(OptionalLong number, String story) {

    /**
     * Compares two programs that draw from one sequence.
     *
     * <p>The blocks of the value v lie at {@code v*p + l}. With unequal p they drift through each other, which
     * counts as a collision even if an odd increment should keep them apart for ever. With the same p, neighbouring
     * values lie {@code D = p * increment} apart, and nobody collides if each block ends before the other's next one
     * begins.
     *
     * @param start the value that the sequence gives first
     * @param increment what it steps by, at least 1
     * @return empty if no order of reservations repeats a number
     */
    public static Optional<Collision> onSequence(
            CounterDescription a, CounterDescription b, long start, long increment) {
        if (increment < 1) {
            throw new IllegalArgumentException("a shared sequence must step upwards: increment=" + increment);
        }
        boolean safe = leavesRoom(a.rule(), a.rule(), increment)
                && leavesRoom(b.rule(), b.rule(), increment)
                && leavesRoom(a.rule(), b.rule(), increment)
                && leavesRoom(b.rule(), a.rule(), increment);
        return safe
                ? Optional.empty()
                : Optional.of(new CollisionSearch(a, b, rule -> increment, start, false).first());
    }

    /** Returns whether a block by {@code first} ends before the next value's block by {@code second} begins. */
    private static boolean leavesRoom(BlockRule first, BlockRule second, long increment) {
        return first.numbersPerStep() == second.numbersPerStep()
                && (first.lowAtZero() + first.size() - second.lowAtZero() - 1) / first.numbersPerStep() < increment;
    }

    /**
     * Compares two programs that move one row of a table, each by its own step.
     *
     * <p>A row that stores s has its next number at {@code s*p + b}, and a reservation takes everything up to the next
     * one's begin. So two are safe if and only if p and b are the same for both; how far each moves it does not matter.
     *
     * @param stored what the row stores first
     * @return empty if no order of reservations repeats a number
     */
    public static Optional<Collision> onRow(CounterDescription a, CounterDescription b, long stored) {
        boolean safe = a.rule().numbersPerStep() == b.rule().numbersPerStep() && base(a) == base(b);
        return safe
                ? Optional.empty()
                : Optional.of(new CollisionSearch(a, b, Collision::stepOnRow, stored, true).first());
    }

    private static long base(CounterDescription counter) {
        BlockRule rule = counter.rule();
        return counter.meaning().toValue(rule) * rule.numbersPerStep() + rule.lowAtZero();
    }

    private static long stepOnRow(BlockRule rule) {
        return rule.kind().needsIncrementOfSize() ? rule.size() : 1;
    }

    /**
     * Compares two programs on the counter they share: by {@link #onRow} if both are rows, by {@link #onSequence}
     * otherwise.
     *
     * @param start what the counter holds or gives first
     * @param increment what it steps by, if it is a sequence
     */
    public static Optional<Collision> between(CounterDescription a, CounterDescription b, long start, long increment) {
        boolean rows = a.access() instanceof CounterAccess.Row && b.access() instanceof CounterAccess.Row;
        return rows ? onRow(a, b, start) : onSequence(a, b, start, increment);
    }

    /** Returns the verdict in a line, such as {@code collides at 11: ...}. */
    @Override
    public String toString() {
        return "collides" + (number.isPresent() ? " at " + number.getAsLong() : "") + ": " + story;
    }
}
