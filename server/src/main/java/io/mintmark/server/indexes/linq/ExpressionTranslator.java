package io.mintmark.server.indexes.linq;

import io.mintmark.server.indexes.expression.Expression;
import io.mintmark.server.indexes.expression.Operator;
import io.mintmark.server.indexes.expression.Relation;
import io.mintmark.server.indexes.expression.Trees;
import io.mintmark.server.indexes.linq.grammar.LinqBaseVisitor;
import io.mintmark.server.indexes.linq.grammar.LinqParser.*;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.RuleNode;
import org.jspecify.annotations.Nullable;

/** Makes expressions of what was parsed; what names and calls mean, its user says. */
final class ExpressionTranslator extends LinqBaseVisitor<Expression> {
    /** What names stand for. */
    interface Scope {
        /** Returns what a name with members after it means, or null if it is not known. */
        @Nullable Expression chain(Chain chain);

        /** Returns what a call means, or null if it is not known. */
        default @Nullable Expression call(Chain.MethodCall call) {
            return null;
        }
    }

    private final Scope scope;

    ExpressionTranslator(Scope scope) {
        this.scope = scope;
    }

    static Expression translate(ExpressionContext expression, Scope scope) {
        return new ExpressionTranslator(scope).visit(expression);
    }

    @Override
    public Expression visit(ParseTree tree) {
        return tree.accept(this);
    }

    /** Whatever has no method below is not understood. */
    @Override
    public Expression visitChildren(RuleNode node) {
        throw new NotUnderstoodException("'" + node.getText() + "'");
    }

    @Override
    public Expression visitParentheses(ParenthesesContext node) {
        return visit(node.expression());
    }

    @Override
    public Expression visitLiteralValue(LiteralValueContext node) {
        return new Expression.Constant(Literals.value(node.literal()));
    }

    @Override
    public Expression visitName(NameContext node) {
        return chain(node);
    }

    @Override
    public Expression visitMember(MemberContext node) {
        return chain(node);
    }

    @Override
    public Expression visitElement(ElementContext node) {
        return chain(node);
    }

    private Expression chain(ExpressionContext node) {
        Chain chain = Chain.of(node);
        return require(node, chain == null ? null : scope.chain(chain));
    }

    @Override
    public Expression visitCall(CallContext node) {
        Chain.MethodCall call = Chain.MethodCall.of(node);
        return require(node, call == null ? null : scope.call(call));
    }

    private static Expression require(ExpressionContext node, @Nullable Expression expression) {
        if (expression == null) {
            throw new NotUnderstoodException("'" + node.getText() + "'");
        }
        return expression;
    }

    @Override
    public Expression visitPrefix(PrefixContext node) {
        Expression operand = visit(node.expression());
        return node.getStart().getText().equals("!")
                ? new Expression.Not(operand)
                : new Expression.Arithmetic(
                        Operator.SUBTRACT, new Expression.Constant(Trees.NODES.numberNode(0)), operand);
    }

    @Override
    public Expression visitProduct(ProductContext node) {
        return new Expression.Arithmetic(
                Operator.of(node.getChild(1).getText()), visit(node.expression(0)), visit(node.expression(1)));
    }

    @Override
    public Expression visitSum(SumContext node) {
        return new Expression.Arithmetic(
                Operator.of(node.getChild(1).getText()), visit(node.expression(0)), visit(node.expression(1)));
    }

    @Override
    public Expression visitOrder(OrderContext node) {
        return new Expression.Comparison(
                Relation.of(node.getChild(1).getText()), visit(node.expression(0)), visit(node.expression(1)));
    }

    @Override
    public Expression visitEquality(EqualityContext node) {
        return new Expression.Comparison(
                Relation.of(node.getChild(1).getText()), visit(node.expression(0)), visit(node.expression(1)));
    }

    @Override
    public Expression visitConjunction(ConjunctionContext node) {
        return new Expression.And(visit(node.expression(0)), visit(node.expression(1)));
    }

    @Override
    public Expression visitDisjunction(DisjunctionContext node) {
        return new Expression.Or(visit(node.expression(0)), visit(node.expression(1)));
    }

    @Override
    public Expression visitCoalescence(CoalescenceContext node) {
        return new Expression.Coalesce(visit(node.expression(0)), visit(node.expression(1)));
    }

    @Override
    public Expression visitCondition(ConditionContext node) {
        return new Expression.Choice(visit(node.expression(0)), visit(node.expression(1)), visit(node.expression(2)));
    }
}
