package io.mintmark.counter;

import java.util.Optional;

/**
 * How the value of a foreign counter maps to the numbers it reserves: its <em>block</em>, {@code size} numbers in a
 * row. Hibernate calls it an optimizer.
 *
 * <p>Immutable, safe for any number of threads. Promise G1 leans on it: programs that share a counter stay apart only
 * if they read it by the same {@link Kind} with the same size, and neither the counter nor its increment tells which.
 *
 * <p>Every rule is a straight line, {@code low = value * numbersPerStep + lowAtZero}, with an exception where it
 * begins. Which value that <em>is</em> (the row before an update, after it, or one above it) is the counter's business.
 *
 * @param kind which of the six rules
 * @param size how many numbers a block holds, at least 1
 * @param first the lowest number of the counter, at least 1; other than 1 for {@link Kind#HIGH} and
 *     {@link Kind#HIGH_EXCLUSIVE} only
 */
public record BlockRule(Kind kind, long size, long first) {

    /** Checks {@code size} and {@code first}. */
    public BlockRule {
        if (size < 1) {
            throw new IllegalArgumentException("a block must hold at least one number: size=" + size);
        }
        if (first < 1 || (first > 1 && !kind.dependsOnFirst())) {
            throw new IllegalArgumentException("the first number of a counter must be at least 1, and is 1 for " + kind
                    + ": first=" + first + "; only HIGH and HIGH-EXCLUSIVE depend on it");
        }
    }

    /** Returns {@link Kind#LOW} with blocks of {@code size}. */
    public static BlockRule low(long size) {
        return new BlockRule(Kind.LOW, size, 1);
    }

    /** Returns {@link Kind#HIGH} with blocks of {@code size}, of a counter whose first number is 1. */
    public static BlockRule high(long size) {
        return new BlockRule(Kind.HIGH, size, 1);
    }

    /** Returns {@link Kind#HIGH_EXCLUSIVE} with blocks of {@code size}, of a counter whose first number is 1. */
    public static BlockRule highExclusive(long size) {
        return new BlockRule(Kind.HIGH_EXCLUSIVE, size, 1);
    }

    /** Returns {@link Kind#MULTIPLY} with blocks of {@code size}, which is one more than Hibernate's max_lo. */
    public static BlockRule multiply(long size) {
        return new BlockRule(Kind.MULTIPLY, size, 1);
    }

    /** Returns {@link Kind#MULTIPLY_FROM_ONE} with blocks of {@code size}. */
    public static BlockRule multiplyFromOne(long size) {
        return new BlockRule(Kind.MULTIPLY_FROM_ONE, size, 1);
    }

    /** Returns {@link Kind#PAGE} with pages of {@code size}. */
    public static BlockRule page(long size) {
        return new BlockRule(Kind.PAGE, size, 1);
    }

    /** Returns this rule for a counter whose lowest number is {@code first}, Hibernate's initial value. */
    public BlockRule startingAt(long first) {
        return new BlockRule(kind, size, first);
    }

    /**
     * Returns the numbers that belong to the caller that drew {@code value} from the counter; empty if it yields none,
     * and then the next value is to be drawn.
     *
     * <p>Holds: the blocks of the values that a rightly stepped counter gives never overlap, each has {@code size}
     * numbers but for the stated first block, and nothing wraps (promise G8). The number 0 is left out of its block.
     * Undefined: a counter that steps otherwise than {@link Kind#needsIncrementOfSize()} says; a single value cannot
     * show it.
     *
     * @throws MisplacedCounterException if the value lies below all blocks, or inside the first one
     * @throws ExhaustedException if the block does not end at or below 2^63-1
     */
    public Optional<Reservation> block(long value) {
        if (value == first && kind.dependsOnFirst()) {
            return kind == Kind.HIGH ? Optional.of(new Reservation(first, first)) : Optional.empty();
        }
        if (value < 0) {
            throw misplaced(value);
        }
        try {
            long low = lowOf(value);
            long high = highOf(low);
            if (low < (kind.mayBeginAtZero() ? 0 : first)) {
                throw misplaced(value);
            }
            return high == 0 ? Optional.empty() : Optional.of(new Reservation(Math.max(1, low), high));
        } catch (ArithmeticException e) {
            throw exhausted("value=" + value);
        }
    }

    /**
     * Returns the lowest value that, like all above it, yields a full block above {@code used}: where
     * the counter has to be raised to.
     *
     * <p>Numbers that others reserved before and still hold in memory are not taken back by that.
     *
     * @param used the highest number in use; whatever lies below the counter's first number counts as none
     * @throws ExhaustedException if there is no such value whose block ends at or below 2^63-1
     */
    public long valueAbove(long used) {
        long passed = Math.max(used, first - 1);
        try {
            // The least value with value * numbersPerStep + lowAtZero > passed.
            long distance = Math.subtractExact(passed, lowAtZero());
            long value = Math.addExact(Math.floorDiv(distance, numbersPerStep()), 1);
            highOf(lowOf(value)); // throws if the block does not end where a long does
            return value;
        } catch (ArithmeticException e) {
            throw exhausted("used=" + used);
        }
    }

    private long lowOf(long value) {
        return Math.addExact(Math.multiplyExact(value, numbersPerStep()), lowAtZero());
    }

    private long highOf(long low) {
        return Math.addExact(low, size - 1);
    }

    /**
     * Returns how far apart the blocks of two neighbouring values begin: 1, or {@code size} where the value multiplies.
     */
    public long numbersPerStep() {
        return kind.needsIncrementOfSize() ? 1 : size;
    }

    /** Returns where the block of the value 0 begins on the rule's line; below every number for most rules. */
    public long lowAtZero() {
        return switch (kind) {
            case LOW, MULTIPLY -> 0;
            case HIGH, MULTIPLY_FROM_ONE -> 1 - size;
            case HIGH_EXCLUSIVE -> -size;
            case PAGE -> 1;
        };
    }

    /** Returns the rule as the documentation writes it, such as {@code HIGH-EXCLUSIVE(50)}. */
    @Override
    public String toString() {
        return kind + "(" + size + ")" + (first == 1 ? "" : " from " + first);
    }

    private MisplacedCounterException misplaced(long value) {
        return new MisplacedCounterException("a counter read as " + this + " must not stand below its blocks nor inside"
                + " the first one: value=" + value + ", first number=" + first
                + "; check its start value, its increment, and whether somebody set it by hand");
    }

    private ExhaustedException exhausted(String where) {
        return new ExhaustedException("a counter read as " + this + " refuses beyond 2^63-1 and never wraps: " + where
                + "; check whether somebody set it by hand, or go on with a new counter");
    }

    /**
     * The six rules, for {@code v} the value that one reservation yields and {@code n} the size.
     *
     * <p>Low goes with low, high with high, multiply with multiply of the same kind, and exclusive with itself alone.
     * The code, tests and documentation of each product say what it does.
     */
    public enum Kind {
        /**
         * The value is the first number of its block: {@code [v, v+n-1]}.
         *
         * <p>Used by EF Core ({@code UseHiLo}), Hibernate's {@code pooled-lo} and {@code pooled-lotl}, Hibernate
         * Reactive, Quarkus 3, Doctrine ORM and OpenJPA. Where a counter begins at 0, that number is left out. The
         * mirror image of {@link #HIGH}: on one counter the two repeat numbers. Source: 1, 3.1, 6.1.
         */
        LOW,
        /**
         * The value is the last number of its block, {@code [v-n+1, v]}; at the counter's first number {@code [v, v]}.
         *
         * <p>Used by Hibernate's default {@code pooled} (since 5.6.8; since 4.3.11 but for the first block) and
         * EclipseLink, whose sequences start at {@code first+n-1} and never show the exception. Repeats numbers beside
         * {@link #LOW}, and one number a block beside {@link #HIGH_EXCLUSIVE}. Source: 1, 2, 6.1, 7.
         */
        HIGH,
        /**
         * The value is one above its block, {@code [v-n, v-1]}; the counter's first number yields none, so draw again.
         *
         * <p>Used by NHibernate's {@code pooled} and Hibernate's up to 4.2. Those take every number between their first
         * two values, so two that start at once repeat numbers; we never join values, and cannot mend theirs. Beside
         * {@link #LOW} it reserves the very same blocks under other values. Source: 1, 2, 3.3, 6.3.
         */
        HIGH_EXCLUSIVE,
        /**
         * The value counts blocks that begin at 0, which is left out: {@code [v*n, v*n+n-1]}.
         *
         * <p>Used by NHibernate's {@code hilo} and {@code seqhilo} and Hibernate's {@code seqhilo}, table generators
         * and {@code legacy-hilo}: max_lo is their largest low part, so {@code n = max_lo + 1}; {@code legacy-hilo}
         * adds that one to the increment size. The classic HiLo generator has {@code n = max_lo}. With n above 1 it
         * never lines up with {@link #MULTIPLY_FROM_ONE}. Source: 1, 3.2, 6.1.
         */
        MULTIPLY,
        /**
         * The value counts blocks from 1: {@code [(v-1)*n+1, v*n]}.
         *
         * <p>Used by Hibernate's {@code hilo} since 5.2.10. Older ones and NHibernate's keep a stale lower bound after
         * their first block and repeat numbers as soon as two run: refuse to share with those. {@link #PAGE} is the
         * same counted from 0, {@link #MULTIPLY} begins one number earlier. Source: 0, 1, 6.1.
         */
        MULTIPLY_FROM_ONE,
        /**
         * The value counts blocks from 0: {@code [v*n+1, v*n+n]}.
         *
         * <p>Used by Marten and Polecat, whose value is the row after its update. The size is in their configuration
         * only: to change it over the same row repeats numbers. It is {@link #MULTIPLY_FROM_ONE} counted from 0.
         * Source: 1, 3.4.
         */
        PAGE;

        /** Returns whether the counter must step by exactly the size; the others bear any positive increment. */
        public boolean needsIncrementOfSize() {
            return this == LOW || this == HIGH || this == HIGH_EXCLUSIVE;
        }

        /**
         * Returns whether a program that knows of no blocks may insert the counter's plain next value as an id: it
         * takes a whole block, and uses one number of it that is its own.
         */
        public boolean allowsPlainNextValue() {
            return this == LOW || this == HIGH;
        }

        private boolean dependsOnFirst() {
            return this == HIGH || this == HIGH_EXCLUSIVE;
        }

        private boolean mayBeginAtZero() {
            return this == LOW || this == MULTIPLY;
        }

        /** Returns the word of the glossary, such as {@code HIGH-EXCLUSIVE}. */
        @Override
        public String toString() {
            return name().replace('_', '-');
        }
    }
}
