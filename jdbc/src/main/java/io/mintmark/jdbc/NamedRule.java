package io.mintmark.jdbc;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.counter.MisplacedCounterException;
import io.mintmark.counter.Reservation;
import java.util.Optional;

/** A counter's rule, whose refusals name the counter: a rule knows its value and not whose it is. */
final class NamedRule {
    private NamedRule() {}

    /** Returns the numbers of the block of {@code value}; fails as {@link io.mintmark.counter.BlockRule#block} does. */
    static Optional<Reservation> block(CounterDescription counter, long value) {
        try {
            return counter.rule().block(value);
        } catch (MisplacedCounterException e) {
            throw new MisplacedCounterException(named(counter, e));
        } catch (ExhaustedException e) {
            throw new ExhaustedException(named(counter, e));
        }
    }

    private static String named(CounterDescription counter, RuntimeException refusal) {
        return "the counter " + counter + ": " + refusal.getMessage();
    }

    /** Refuses numbers that begin above the ceiling. */
    static void requireBelow(CounterDescription counter, long low, long ceiling) {
        if (low > ceiling) {
            throw new ExhaustedException("the counter " + counter
                    + " refuses above its ceiling and never wraps: first number=" + low + ", ceiling=" + ceiling
                    + "; widen the column of the ids, or go on with a new counter");
        }
    }
}
