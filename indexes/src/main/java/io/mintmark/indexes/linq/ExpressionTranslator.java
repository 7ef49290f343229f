package io.mintmark.indexes.linq;

import io.mintmark.indexes.expression.Conversion;
import io.mintmark.indexes.expression.Expression;
import io.mintmark.indexes.expression.Operator;
import io.mintmark.indexes.expression.Relation;
import io.mintmark.indexes.expression.Trees;
import org.jspecify.annotations.Nullable;

/**
 * Makes expressions of what was parsed.
 *
 * @param scope what names and calls mean
 */
record ExpressionTranslator(Scope scope) {
    /** What names stand for. */
    interface Scope {
        /** Returns what a name with members after it means, or null if it is not known. */
        @Nullable Expression chain(Chain chain);

        /** Returns what a call means, or null if it is not known. */
        default @Nullable Expression call(MethodCall call) {
            return null;
        }
    }

    static Expression translate(Syntax expression, Scope scope) {
        return new ExpressionTranslator(scope).of(expression);
    }

    private Expression of(Syntax given) {
        Syntax node = given.bare();
        if (node instanceof Syntax.Binary binary) {
            return binary(binary);
        }
        if (node instanceof Syntax.Prefix || node instanceof Syntax.Cast || node instanceof Syntax.Condition) {
            return operation(node);
        }
        if (node instanceof Syntax.Literal literal) {
            return new Expression.Constant(literal.value());
        }
        Expression known = node instanceof Syntax.Call ? call(node) : chain(node);
        if (known == null) {
            throw Excerpt.unknown(node);
        }
        return known;
    }

    private @Nullable Expression call(Syntax node) {
        MethodCall call = MethodCall.of(node);
        return call == null ? null : scope.call(call);
    }

    private @Nullable Expression chain(Syntax node) {
        Chain chain = Chain.of(node);
        return chain == null ? null : scope.chain(chain);
    }

    private Expression operation(Syntax node) {
        if (node instanceof Syntax.Cast cast) {
            return new Expression.Converted(Conversion.to(cast.type()), of(cast.operand()));
        }
        if (node instanceof Syntax.Condition choice) {
            return new Expression.Choice(of(choice.condition()), of(choice.then()), of(choice.otherwise()));
        }
        Syntax.Prefix prefix = (Syntax.Prefix) node;
        Expression operand = of(prefix.operand());
        return prefix.sign().equals("!")
                ? new Expression.Not(operand)
                : new Expression.Arithmetic(
                        Operator.SUBTRACT, new Expression.Constant(Trees.NODES.numberNode(0)), operand);
    }

    private Expression binary(Syntax.Binary node) {
        Expression left = of(node.left());
        Expression right = of(node.right());
        return switch (node.sign()) {
            case "&&" -> new Expression.And(left, right);
            case "||" -> new Expression.Or(left, right);
            case "??" -> new Expression.Coalesce(left, right);
            case "+", "-", "*", "/", "%" -> new Expression.Arithmetic(Operator.of(node.sign()), left, right);
            default -> new Expression.Comparison(Relation.of(node.sign()), left, right);
        };
    }
}
