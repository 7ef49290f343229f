package io.mintmark.indexes.expression;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;

/** How two values compare; nothing is less or greater than null. */
public enum Relation {
    /** Both have the same value. */
    EQUAL("=="),
    /** They have different values. */
    UNEQUAL("!="),
    /** The first is less. */
    LESS("<"),
    /** The first is not greater. */
    AT_MOST("<="),
    /** The first is greater. */
    GREATER(">"),
    /** The first is not less. */
    AT_LEAST(">=");

    private final String sign;

    Relation(String sign) {
        this.sign = sign;
    }

    /** Returns the relation that is written like this. */
    public static Relation of(String sign) {
        for (Relation relation : values()) {
            if (relation.sign.equals(sign)) {
                return relation;
            }
        }
        throw new IllegalArgumentException("a relation must be one of == != < <= > >=: " + sign);
    }

    boolean holds(JsonNode left, JsonNode right) {
        if (this == EQUAL || this == UNEQUAL) {
            return areEqual(left, right) == (this == EQUAL);
        }
        if (left.isNull() || right.isNull()) {
            return false;
        }
        int order = compare(left, right);
        return switch (this) {
            case LESS -> order < 0;
            case AT_MOST -> order <= 0;
            case GREATER -> order > 0;
            default -> order >= 0;
        };
    }

    private static boolean areEqual(JsonNode left, JsonNode right) {
        if (left.isNumber() && right.isNumber()) {
            return compare(left, right) == 0;
        }
        if (left.isTextual() && right.isTextual()) {
            return areEqual(left.textValue(), right.textValue());
        }
        boolean areContainers = left.isContainerNode() && right.isContainerNode();
        return areContainers ? CanonicalJson.areEqual(left, right) : left.equals(right);
    }

    private static int compare(BigDecimal left, BigDecimal right) {
        Effort.spend(Numbers.digits(left) + Numbers.digits(right));
        return left.compareTo(right);
    }

    private static boolean areEqual(String left, String right) {
        boolean areAsLong = left.length() == right.length();
        Effort.spendOnText(areAsLong ? left.length() : 0);
        return areAsLong && left.equals(right);
    }

    /** Returns how two numbers, or two texts by their code units, are ordered. */
    public static int compare(JsonNode left, JsonNode right) {
        if (left.isNumber() && right.isNumber()) {
            return compare(Numbers.value(left), Numbers.value(right));
        }
        if (left.isTextual() && right.isTextual()) {
            Effort.spendOnText(
                    Math.min(left.textValue().length(), right.textValue().length()));
            return left.textValue().compareTo(right.textValue());
        }
        throw new EvaluationException("There is no order between " + Kinds.of(left) + " and " + Kinds.of(right)
                + ": compare values of one kind.");
    }
}
