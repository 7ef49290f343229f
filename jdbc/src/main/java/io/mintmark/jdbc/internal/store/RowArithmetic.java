package io.mintmark.jdbc.internal.store;

import io.mintmark.counter.BlockRule;
import io.mintmark.counter.ExhaustedException;
import java.util.OptionalLong;

/**
 * Computes which numbers a row gives away when it moves from one stored value to another: pure arithmetic, immutable.
 *
 * <p>By a {@link BlockRule} the block of the value v begins at {@code v * p + l}; by its {@code StoredValue} a row that
 * stores s yields {@code v = s + d}. So the numbers still to be had from a row begin at {@code s * p + b} with
 * {@code b = d * p + l}, and a row that moves from s to s' gives away all of {@code [s*p+b, s'*p+b-1]}, in steps of p.
 * With p = 1 that is any count of numbers, because the other programs compute their block from whatever value they
 * find.
 *
 * <p>Below {@link #regularFrom} lies the first block, where two rules differ (nothing, or one number, instead of a
 * block) and 0 is left out: there {@link #place} decides, from the value as it was read. No input makes it wrap
 * (promise G8).
 */
public final class RowArithmetic {
    private final NamedBlockRule counter;
    private final BlockRule rule;
    private final long toValue;
    private final long perStep;
    private final long base;
    private final long regularFrom;
    private final long storedMax;

    /** The numbers that a reservation takes, and the value that the row stores after it. */
    public record Placement(long low, long high, long stored) {}

    /**
     * Prepares the arithmetic of one counter.
     *
     * @param columnMax the largest number that the row's column holds
     * @param ceiling the highest number to give away
     */
    public RowArithmetic(NamedBlockRule counter, long columnMax, long ceiling) {
        this.counter = counter;
        this.rule = counter.rule();
        this.toValue = counter.toValue();
        this.perStep = rule.numbersPerStep();
        this.base = Math.addExact(Math.multiplyExact(toValue, perStep), rule.lowAtZero());
        this.regularFrom = rule.valueAbove(rule.first() - 1) - toValue;
        this.storedMax = Math.min(columnMax, lastStored(ceiling));
    }

    private long lastStored(long ceiling) {
        // The largest s with s * p + b - 1 <= ceiling; beyond what a long holds every s will do.
        long above = base - 1;
        if (above < 0 && ceiling > Long.MAX_VALUE + above) {
            return Long.MAX_VALUE / perStep;
        }
        return Math.floorDiv(ceiling - above, perStep);
    }

    /** Returns the lowest stored value above the first block. */
    public long regularFrom() {
        return regularFrom;
    }

    /** Returns the highest value that may be stored. */
    public long storedMax() {
        return storedMax;
    }

    /** Returns by how much to move the row for {@code size} numbers, at least 1, without leaving its bounds. */
    public long stepsFor(long size) {
        return Math.max(1, Math.min((size - 1) / perStep + 1, storedMax - regularFrom));
    }

    /** Returns the numbers that a move by {@code steps} to {@code stored} gave away, above the first block. */
    public Placement moved(long stored, long steps) {
        return new Placement(numbersFrom(stored - steps), numbersFrom(stored) - 1, stored);
    }

    /**
     * Returns where {@code size} numbers lie if the row stores {@code stored}.
     *
     * @throws ExhaustedException if none is left
     * @throws io.mintmark.counter.MisplacedCounterException if the row stands below its blocks
     */
    public Placement place(long stored, long size) {
        long from = start(stored);
        boolean zero = from >= regularFrom - 1 && numbersFrom(from) == 0;
        long wanted = (size - 1) / perStep + 1;
        if (zero && wanted * perStep == size && wanted < Long.MAX_VALUE) {
            wanted++;
        }
        // Before the first block a row may store a little less than 0; the room above it then exceeds a long.
        long room = from < 0 && storedMax > Long.MAX_VALUE + from ? Long.MAX_VALUE : storedMax - from;
        long steps = Math.min(wanted, room);
        if (steps < 1 || (zero && steps * perStep < 2)) {
            throw exhausted(stored);
        }
        return new Placement(zero ? 1 : numbersFrom(from), last(from + steps), from + steps);
    }

    private long start(long stored) {
        if (stored > storedMax || stored > Long.MAX_VALUE - toValue) {
            throw exhausted(stored);
        }
        if (stored >= regularFrom) {
            return stored;
        }
        long value = stored + toValue;
        // At the very first value these two rules give a shorter block, or none: begin where the first number is.
        return value == rule.first() && isHigh() ? regularFrom : checked(stored, value);
    }

    private boolean isHigh() {
        return rule.kind() == BlockRule.Kind.HIGH || rule.kind() == BlockRule.Kind.HIGH_EXCLUSIVE;
    }

    private long checked(long stored, long value) {
        // Throws if the rule has no block there; what is left below the regular ones is the block of number 0.
        counter.block(value);
        return stored;
    }

    /** Returns what to store so that the next number is {@code last + 1}; empty if that lies inside a block. */
    public OptionalLong storedAfter(long last) {
        long distance = last + 1 - base;
        return distance % perStep == 0 ? OptionalLong.of(distance / perStep) : OptionalLong.empty();
    }

    /** Returns the lowest value to store so that all later numbers are above {@code used}. */
    public long storedAbove(long used) {
        long passed = Math.max(used, rule.first() - 1);
        try {
            long stored = Math.addExact(Math.floorDiv(Math.subtractExact(passed, base), perStep), 1);
            if (stored <= storedMax) {
                return Math.max(stored, regularFrom);
            }
        } catch (ArithmeticException e) {
            // Refused below, like every other number beyond the end.
        }
        throw new ExhaustedException(
                "the counter " + counter + " must not be raised beyond what its column and its ceiling"
                        + " hold: used=" + used + ", largest stored value=" + storedMax
                        + "; widen the column, or go on with a new counter");
    }

    /** Returns the highest number that is passed when the row stores {@code stored}. */
    public long passed(long stored) {
        return stored < regularFrom ? rule.first() - 1 : last(stored);
    }

    private long last(long stored) {
        return stored * perStep + (base - 1);
    }

    private long numbersFrom(long stored) {
        return stored * perStep + base;
    }

    /** Returns the first number that is to be had when the row stores {@code stored}; fails as {@link #place} does. */
    public long next(long stored) {
        return place(stored, 1).low();
    }

    private ExhaustedException exhausted(long stored) {
        return new ExhaustedException("the counter " + counter + " refuses at its end and never wraps: stored value="
                + stored + ", largest stored value=" + storedMax
                + "; widen the column or go on with a new counter, and check whether somebody set it by hand");
    }
}
