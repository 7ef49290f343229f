package io.mintmark.server.indexes.linq;

import io.mintmark.server.indexes.linq.grammar.LinqParser.ExpressionContext;
import io.mintmark.server.indexes.linq.grammar.LinqParser.LambdaContext;
import io.mintmark.server.indexes.linq.grammar.LinqParser.LongLambdaContext;

/**
 * A function of one argument, or what a clause of a query says of its variable.
 *
 * @param variable the argument
 * @param body its value
 */
record Lambda(String variable, ExpressionContext body) {
    static Lambda of(ExpressionContext expression) {
        ExpressionContext bare = Chain.bare(expression);
        if (bare instanceof LambdaContext lambda) {
            return new Lambda(lambda.ID().getText(), lambda.expression());
        }
        if (bare instanceof LongLambdaContext lambda) {
            return new Lambda(lambda.ID().getText(), lambda.expression());
        }
        throw new NotUnderstoodException("'" + expression.getText() + "' where a function x => … is expected");
    }
}
