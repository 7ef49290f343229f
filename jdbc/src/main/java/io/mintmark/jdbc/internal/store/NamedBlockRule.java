package io.mintmark.jdbc.internal.store;

import io.mintmark.counter.BlockRule;
import io.mintmark.counter.ExhaustedException;
import io.mintmark.counter.MisplacedCounterException;
import io.mintmark.counter.Reservation;
import java.util.Optional;

/**
 * The rule by which a counter's values stand for numbers. Its refusals name the counter, which a {@link BlockRule} does
 * not know.
 *
 * @param counter name, rule and place, as messages show them
 * @param rule the counter's rule
 * @param toValue what to add to the stored number to get the value that a reservation yields
 */
public record NamedBlockRule(String counter, BlockRule rule, long toValue) {

    /** Returns the numbers of the block of {@code value}; fails as {@link BlockRule#block} does. */
    public Optional<Reservation> block(long value) {
        try {
            return rule.block(value);
        } catch (MisplacedCounterException e) {
            throw new MisplacedCounterException(named(e));
        } catch (ExhaustedException e) {
            throw new ExhaustedException(named(e));
        }
    }

    private String named(RuntimeException refusal) {
        return "the counter " + counter + ": " + refusal.getMessage();
    }

    /**
     * Returns where the numbers of {@code value} begin, whether or not it yields any; the largest long at the end of
     * all.
     */
    public long lowOf(long value) {
        try {
            return Math.addExact(Math.multiplyExact(value, rule.numbersPerStep()), rule.lowAtZero());
        } catch (ArithmeticException beyondALong) {
            return Long.MAX_VALUE;
        }
    }

    /** Refuses numbers that begin above the ceiling. */
    public void requireBelow(long low, long ceiling) {
        if (low > ceiling) {
            throw new ExhaustedException("the counter " + counter
                    + " refuses above its ceiling and never wraps: first number=" + low + ", ceiling=" + ceiling
                    + "; widen the column of the ids, or go on with a new counter");
        }
    }

    /** Returns the counter, as messages show it. */
    @Override
    public String toString() {
        return counter;
    }
}
