package io.mintmark.indexes.expression;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.internal.Printable;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** A value that is computed from another one, without effects. Immutable. */
public sealed interface Expression {
    /**
     * Returns its value for {@code input}; JSON's null where there is none.
     *
     * @throws EvaluationException if the operands do not fit
     */
    JsonNode of(JsonNode input);

    /**
     * Returns what {@code computation} returns, whose expressions are all of one document.
     *
     * @throws EvaluationException if they take too much together
     */
    static <T> T bounded(Supplier<T> computation) {
        return Effort.bounded(computation);
    }

    /** Returns what is at the end of a path, and asks {@code before} about each step; null if any member is missing. */
    private static JsonNode walked(JsonNode input, List<String> path, BiConsumer<JsonNode, String> before) {
        JsonNode at = input;
        for (String name : path) {
            before.accept(at, name);
            at = at.path(name);
        }
        return at.isMissingNode() ? Trees.NODES.nullNode() : at;
    }

    /** Always the same value. */
    record Constant(JsonNode value) implements Expression {
        @Override
        public JsonNode of(JsonNode input) {
            return value;
        }
    }

    /** A member of the input, of a member of it, and so on; null if any of them is missing. */
    record Member(List<String> path) implements Expression {
        /** Copies the path. */
        public Member {
            path = List.copyOf(path);
        }

        @Override
        public JsonNode of(JsonNode input) {
            return walked(input, path, (at, name) -> {});
        }
    }

    /** The same in C#, where null has any member, but a text, a number or a list has none that is stored. */
    record Property(List<String> path) implements Expression {
        /** Copies the path. */
        public Property {
            path = List.copyOf(path);
        }

        @Override
        public JsonNode of(JsonNode input) {
            return walked(input, path, Property::requireMembers);
        }

        private static void requireMembers(JsonNode at, String name) {
            if (!at.isObject() && !at.isNull() && !at.isMissingNode()) {
                throw new EvaluationException("There is no member '" + Printable.brief(name) + "' of " + Kinds.of(at)
                        + ", since only objects have members here: store it as a member, or write the index in"
                        + " JavaScript.");
            }
        }
    }

    /**
     * A sum, difference, product, quotient or remainder; of texts, what {@code +} joins; null if an operand of a number
     * is.
     */
    record Arithmetic(Operator operator, Expression left, Expression right) implements Expression {
        @Override
        public JsonNode of(JsonNode input) {
            JsonNode first = left.of(input);
            return operator.apply(first, HeldText.during(first, right, input));
        }
    }

    /** Whether two values stand in a relation. */
    record Comparison(Relation relation, Expression left, Expression right) implements Expression {
        @Override
        public JsonNode of(JsonNode input) {
            JsonNode first = left.of(input);
            return Trees.NODES.booleanNode(relation.holds(first, HeldText.during(first, right, input)));
        }
    }

    /** Whether both hold; the right one is not computed if the left one does not. */
    record And(Expression left, Expression right) implements Expression {
        @Override
        public JsonNode of(JsonNode input) {
            return Trees.NODES.booleanNode(left.holds(input) && right.holds(input));
        }
    }

    /** Whether one of two holds; the right one is not computed if the left one does. */
    record Or(Expression left, Expression right) implements Expression {
        @Override
        public JsonNode of(JsonNode input) {
            return Trees.NODES.booleanNode(left.holds(input) || right.holds(input));
        }
    }

    /** Whether something does not hold. */
    record Not(Expression negated) implements Expression {
        @Override
        public JsonNode of(JsonNode input) {
            return Trees.NODES.booleanNode(!negated.holds(input));
        }
    }

    /** The first of two values that is not null. */
    record Coalesce(Expression first, Expression otherwise) implements Expression {
        @Override
        public JsonNode of(JsonNode input) {
            JsonNode value = first.of(input);
            return value.isNull() ? otherwise.of(input) : value;
        }
    }

    /** One of two values, by a condition. */
    record Choice(Expression condition, Expression then, Expression otherwise) implements Expression {
        @Override
        public JsonNode of(JsonNode input) {
            return condition.holds(input) ? then.of(input) : otherwise.of(input);
        }
    }

    /** A value as one of another type; null stays null. */
    record Converted(Conversion conversion, Expression value) implements Expression {
        @Override
        public JsonNode of(JsonNode input) {
            return conversion.of(value.of(input));
        }
    }

    /** Returns whether it is true; null is not. */
    default boolean holds(JsonNode input) {
        JsonNode value = of(input);
        if (value.isBoolean() || value.isNull()) {
            return value.booleanValue();
        }
        throw new EvaluationException("A condition must be true or false, but it is " + Kinds.of(value) + ".");
    }
}
