package io.mintmark.indexes.expression;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounds what is computed for one document. It is taken apart into thousands of elements, and each may compare the same
 * long values: without a bound one document would keep its index busy for hours, and whoever closes or deletes the
 * database as well. Thread-safe.
 */
final class Effort {
    /** Most steps, each of some nanoseconds: a character of an object, or a digit of a number beyond 64 bits. */
    private static final long MAX = 16L << 20;

    /** Characters of texts that are copied or compared in one step. */
    private static final int TEXT = 8;

    /** Pairs of digits that are multiplied in one step. */
    private static final int PAIRS = 16;

    /** Has no value where nothing bounds it, as with the keys of scripts. */
    private static final ThreadLocal<long @Nullable []> SPENT = new ThreadLocal<>();

    private Effort() {}

    /**
     * Returns what {@code computation} returns, which begins with nothing spent.
     *
     * @throws EvaluationException if it takes too much
     */
    static <T> T bounded(Supplier<T> computation) {
        SPENT.set(new long[1]);
        try {
            return computation.get();
        } finally {
            SPENT.remove();
        }
    }

    /** Takes note of an operation on numbers; a product, a quotient and a remainder cost more than their lengths. */
    static void spendOnNumbers(long digits, long otherDigits) {
        spend(digits + otherDigits + digits * otherDigits / PAIRS);
    }

    /** Takes note that so many characters of texts are copied or compared. */
    static void spendOnText(long chars) {
        spend(chars / TEXT);
    }

    /** Takes note of so many steps. */
    static void spend(long steps) {
        long[] spent = SPENT.get();
        if (spent == null) {
            return;
        }
        spent[0] += steps;
        if (spent[0] > MAX) {
            throw new EvaluationException("What is compared, joined and computed for one document takes more than "
                    + MAX + " steps: compare shorter values, or take fewer elements apart.");
        }
    }
}
