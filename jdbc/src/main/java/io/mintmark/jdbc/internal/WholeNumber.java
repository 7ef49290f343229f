package io.mintmark.jdbc.internal;

import java.math.BigDecimal;
import java.util.OptionalLong;

/** A number as a driver returns it, if it is a whole one that a long holds. */
public final class WholeNumber {
    private WholeNumber() {}

    /** Returns the number; empty for a text, a fraction, more than 2^63-1, or what only floating-point columns hold. */
    public static OptionalLong of(Object stored) {
        if (stored instanceof Long || stored instanceof Integer || stored instanceof Short || stored instanceof Byte) {
            return OptionalLong.of(((Number) stored).longValue());
        }
        if (!(stored instanceof Number)) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(new BigDecimal(stored.toString()).longValueExact());
        } catch (ArithmeticException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
