package io.mintmark.indexes.expression;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Exact numbers, and where exactness ends.
 *
 * <p>Whole numbers stay whole, however large. Sums, differences and products of decimals are exact. Quotients are whole
 * where both operands are, as in C#, and have 34 digits otherwise. A number of more than {@value #DIGITS_MAX} digits,
 * or that far from the point, is refused: otherwise {@code 1e999999999 + 1} would fill the memory.
 */
public final class Numbers {
    /** How many digits a number may have, before and after its point. */
    static final int DIGITS_MAX = 1_000;

    /** A number is written without an exponent up to here. */
    private static final int PLAIN_DIGITS_MAX = 40;

    private static final MathContext QUOTIENT = MathContext.DECIMAL128;

    private Numbers() {}

    /** Returns the one text of a number's value: {@code 1.50} and {@code 1.5} are written alike. */
    public static String text(BigDecimal number) {
        BigDecimal shortest = number.stripTrailingZeros();
        int places = Math.max(shortest.precision(), shortest.scale()) + Math.max(0, -shortest.scale());
        return places <= PLAIN_DIGITS_MAX ? shortest.toPlainString() : shortest.toString();
    }

    /** Returns the one text of a number. */
    static String text(JsonNode number) {
        return isLong(number) ? Long.toString(number.longValue()) : text(value(number));
    }

    /** Returns whether a number is whole, is written so, and has at most 64 bits. */
    public static boolean isLong(JsonNode number) {
        return number.isIntegralNumber() && number.canConvertToLong();
    }

    /** Returns the quotient of two numbers that are not both whole. */
    public static BigDecimal divide(BigDecimal number, BigDecimal by) {
        requireDivisor(by.signum());
        return number.divide(by, QUOTIENT);
    }

    static BigInteger divide(BigInteger number, BigInteger by) {
        requireDivisor(by.signum());
        return number.divide(by);
    }

    static void requireDivisor(int signum) {
        if (signum == 0) {
            throw new EvaluationException("A number is divided by zero: leave out what has no divisor by where.");
        }
    }

    /** Returns the value of a number, if it can be computed with. */
    public static BigDecimal value(JsonNode number) {
        return require(number.decimalValue());
    }

    /** Returns how many digits a number has, with those between them and its point. */
    static long digits(BigDecimal number) {
        return number.precision() + Math.abs((long) number.scale());
    }

    static BigDecimal require(BigDecimal number) {
        if (number.precision() > DIGITS_MAX || Math.abs((long) number.scale()) > DIGITS_MAX) {
            throw new EvaluationException("A number has more than " + DIGITS_MAX
                    + " digits, or is as far from its point: no more can be computed with.");
        }
        return number;
    }

    /** Returns a node of a result: whole if its operands were. */
    static JsonNode node(BigDecimal result, boolean whole) {
        require(result);
        return whole
                ? Trees.NODES.numberNode(
                        result.setScale(0, RoundingMode.UNNECESSARY).toBigIntegerExact())
                : Trees.NODES.numberNode(result);
    }
}
