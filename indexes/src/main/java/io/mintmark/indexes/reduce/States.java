package io.mintmark.indexes.reduce;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.mintmark.indexes.expression.EvaluationException;
import io.mintmark.indexes.expression.Expression;
import io.mintmark.indexes.expression.Numbers;
import io.mintmark.indexes.expression.Operator;
import io.mintmark.indexes.expression.Relation;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.indexes.reduce.Aggregate.Function;
import java.math.BigDecimal;

/**
 * What is kept of a part of a group. A count is a number, a sum a number and whether all of its terms are whole, an
 * average a sum and a count. The least and the greatest value are themselves; one that has a whole value, but is not
 * written as a whole number, is a list of itself, since it is divided otherwise.
 */
final class States {
    private static final JsonNode NOTHING = Trees.NODES.nullNode();
    private static final JsonNode ZERO = Trees.NODES.numberNode(0);
    private static final JsonNode YES = Trees.NODES.booleanNode(true);
    private static final JsonNode ONE = Trees.NODES.numberNode(1);

    private States() {}

    static JsonNode start(Function function, JsonNode value) {
        return switch (function) {
            case COUNT -> ONE;
            case SUM -> value.isNull() ? pair(ZERO, YES) : pair(requireNumber(function, value), isWhole(value));
            case MIN, MAX -> comparable(function, value);
            case AVERAGE -> value.isNull() ? pair(ZERO, ZERO) : pair(requireNumber(function, value), ONE);
        };
    }

    static JsonNode join(Function function, JsonNode left, JsonNode right) {
        return switch (function) {
            case COUNT -> sum(left, right);
            case SUM -> pair(sum(left.path(0), right.path(0)), both(left.path(1), right.path(1)));
            case MIN, MAX -> best(function, left, right);
            case AVERAGE -> pair(sum(left.path(0), right.path(0)), sum(left.path(1), right.path(1)));
        };
    }

    static JsonNode end(Function function, JsonNode state) {
        if (function == Function.SUM) {
            JsonNode sum = state.path(0);
            return state.path(1).booleanValue() ? sum : Trees.NODES.numberNode(sum.decimalValue());
        }
        if (function != Function.AVERAGE) {
            return state.isArray() ? Trees.NODES.numberNode(bare(state).decimalValue()) : state;
        }
        BigDecimal count = Numbers.value(state.path(1));
        return count.signum() == 0
                ? NOTHING
                : Trees.NODES.numberNode(Numbers.divide(Numbers.value(state.path(0)), count));
    }

    private static JsonNode sum(JsonNode left, JsonNode right) {
        return new Expression.Arithmetic(Operator.ADD, new Expression.Constant(left), new Expression.Constant(right))
                .of(NOTHING);
    }

    private static JsonNode best(Function function, JsonNode left, JsonNode right) {
        if (left.isNull() || right.isNull()) {
            return left.isNull() ? right : left;
        }
        int order = Relation.compare(bare(left), bare(right));
        if (order == 0) {
            return left.isArray() ? left : right;
        }
        return order < 0 == (function == Function.MIN) ? left : right;
    }

    private static JsonNode bare(JsonNode state) {
        return state.isArray() ? state.path(0) : state;
    }

    private static JsonNode isWhole(JsonNode number) {
        return Trees.NODES.booleanNode(number.isIntegralNumber());
    }

    private static JsonNode both(JsonNode left, JsonNode right) {
        return Trees.NODES.booleanNode(left.booleanValue() && right.booleanValue());
    }

    private static ArrayNode pair(JsonNode first, JsonNode second) {
        return Trees.NODES.arrayNode(2).add(first).add(second);
    }

    private static JsonNode requireNumber(Function function, JsonNode value) {
        if (!value.isNumber()) {
            throw new EvaluationException(function + " needs numbers, but a value is " + value.getNodeType()
                    + ": leave it out, or store a number.");
        }
        Numbers.value(value);
        return value;
    }

    private static JsonNode comparable(Function function, JsonNode given) {
        JsonNode value = requireComparable(function, given);
        boolean isShown = !value.isNumber()
                || value.isIntegralNumber()
                || Numbers.value(value).stripTrailingZeros().scale() > 0;
        return isShown ? value : Trees.NODES.arrayNode(1).add(value);
    }

    private static JsonNode requireComparable(Function function, JsonNode value) {
        if (value.isNumber()) {
            return requireNumber(function, value);
        }
        if (!value.isTextual() && !value.isNull()) {
            throw new EvaluationException(function + " needs numbers or texts, but a value is " + value.getNodeType()
                    + ": leave it out, or store another one.");
        }
        return value;
    }
}
