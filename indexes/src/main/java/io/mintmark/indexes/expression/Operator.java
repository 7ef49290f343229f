package io.mintmark.indexes.expression;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;

/** Arithmetic of two values. */
public enum Operator {
    /** Adds numbers, joins texts. */
    ADD("+") {
        @Override
        BigDecimal compute(BigDecimal left, BigDecimal right, boolean whole) {
            return left.add(right);
        }

        @Override
        long compute(long left, long right) {
            return Math.addExact(left, right);
        }
    },
    /** Subtracts numbers. */
    SUBTRACT("-") {
        @Override
        BigDecimal compute(BigDecimal left, BigDecimal right, boolean whole) {
            return left.subtract(right);
        }

        @Override
        long compute(long left, long right) {
            return Math.subtractExact(left, right);
        }
    },
    /** Multiplies numbers. */
    MULTIPLY("*") {
        @Override
        BigDecimal compute(BigDecimal left, BigDecimal right, boolean whole) {
            return left.multiply(right);
        }

        @Override
        long compute(long left, long right) {
            return Math.multiplyExact(left, right);
        }
    },
    /** Divides numbers: towards zero where both are whole. */
    DIVIDE("/") {
        @Override
        BigDecimal compute(BigDecimal left, BigDecimal right, boolean whole) {
            return whole
                    ? new BigDecimal(Numbers.divide(left.toBigIntegerExact(), right.toBigIntegerExact()))
                    : Numbers.divide(left, right);
        }

        @Override
        long compute(long left, long right) {
            Numbers.requireDivisor(Long.signum(right));
            return right == -1 ? Math.negateExact(left) : left / right;
        }
    },
    /** What a division leaves, with the sign of the dividend. */
    REMAINDER("%") {
        @Override
        BigDecimal compute(BigDecimal left, BigDecimal right, boolean whole) {
            Numbers.requireDivisor(right.signum());
            return left.remainder(right);
        }

        @Override
        long compute(long left, long right) {
            Numbers.requireDivisor(Long.signum(right));
            return left % right;
        }
    };

    private final String sign;

    Operator(String sign) {
        this.sign = sign;
    }

    /** Returns the operator that is written like this. */
    public static Operator of(String sign) {
        for (Operator operator : values()) {
            if (operator.sign.equals(sign)) {
                return operator;
            }
        }
        throw new IllegalArgumentException("an operator must be one of + - * / %: " + sign);
    }

    abstract BigDecimal compute(BigDecimal left, BigDecimal right, boolean whole);

    /**
     * Computes the same from whole numbers of 64 bits, without the garbage of large ones.
     *
     * @throws ArithmeticException if the result has more
     */
    abstract long compute(long left, long right);

    JsonNode apply(JsonNode left, JsonNode right) {
        if (this == ADD && (left.isTextual() || right.isTextual())) {
            String first = text(left);
            String second = text(right);
            long chars = (long) first.length() + second.length();
            TextLimit.require(chars, TextLimit.DOCUMENT_MAX, "A joined text");
            Effort.spendOnText(chars);
            return new JoinedText(first + second);
        }
        if (left.isNull() || right.isNull()) {
            return Trees.NODES.nullNode();
        }
        if (!left.isNumber() || !right.isNumber()) {
            throw new EvaluationException(
                    "The operator " + sign + " does not fit " + Kinds.of(left) + " and " + Kinds.of(right) + ".");
        }
        if (Numbers.isLong(left) && Numbers.isLong(right)) {
            try {
                return Trees.NODES.numberNode(compute(left.longValue(), right.longValue()));
            } catch (ArithmeticException overflow) {
                // What follows has as many digits as it takes.
            }
        }
        return exactly(left, right);
    }

    private JsonNode exactly(JsonNode left, JsonNode right) {
        boolean whole = left.isIntegralNumber() && right.isIntegralNumber();
        BigDecimal first = Numbers.value(left);
        BigDecimal second = Numbers.value(right);
        Effort.spendOnNumbers(Numbers.digits(first), Numbers.digits(second));
        return Numbers.node(compute(first, second, whole), whole);
    }

    /** Truth is written as in C#, null as nothing. */
    private static String text(JsonNode value) {
        if (value.isNull()) {
            return "";
        }
        if (value.isBoolean()) {
            return value.booleanValue() ? "True" : "False";
        }
        if (value.isNumber()) {
            return Numbers.text(value);
        }
        if (value.isTextual()) {
            return value.textValue();
        }
        throw new EvaluationException(Kinds.of(value) + " cannot be joined to a text: name one of its members.");
    }
}
