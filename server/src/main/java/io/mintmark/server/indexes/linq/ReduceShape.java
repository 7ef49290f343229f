package io.mintmark.server.indexes.linq;

import io.mintmark.server.indexes.linq.Chain.MethodCall;
import io.mintmark.server.indexes.linq.grammar.LinqParser.ExpressionContext;
import io.mintmark.server.indexes.linq.grammar.LinqParser.GroupEndingContext;
import io.mintmark.server.indexes.linq.grammar.LinqParser.QueryContext;
import io.mintmark.server.indexes.linq.grammar.LinqParser.QueryExpressionContext;
import io.mintmark.server.indexes.linq.grammar.LinqParser.SelectEndingContext;

/**
 * A reduce, however it is written: as a query, or by calls of {@code GroupBy} and {@code Select}.
 *
 * @param key what entries of a group have in common
 * @param select what a group becomes
 */
record ReduceShape(Lambda key, Lambda select) {
    private static final String RESULTS = "results";

    static ReduceShape of(ExpressionContext definition) {
        ExpressionContext bare = Chain.bare(definition);
        if (bare instanceof QueryExpressionContext query) {
            return of(query.query());
        }
        MethodCall select = MethodCall.of(bare);
        MethodCall group = select == null ? null : MethodCall.of(select.target());
        if (select == null
                || group == null
                || !select.method().equals("Select")
                || !group.method().equals("GroupBy")
                || select.arguments().size() != 1
                || group.arguments().size() != 1) {
            throw new NotUnderstoodException(
                    "a reduce that is neither a query nor results.GroupBy(r => …).Select(g => new { … })");
        }
        requireResults(group.target());
        return new ReduceShape(
                Lambda.of(group.arguments().get(0)),
                Lambda.of(select.arguments().get(0)));
    }

    private static ReduceShape of(QueryContext query) {
        requireResults(query.expression());
        String entry = query.ID().getText();
        if (!query.clause().isEmpty()) {
            throw new NotUnderstoodException(
                    "the clause '" + query.clause(0).getStart().getText() + "' before 'group'");
        }
        if (!(query.ending() instanceof GroupEndingContext group)) {
            throw new NotUnderstoodException("a reduce without 'group'");
        }
        if (!group.expression(0).getText().equals(entry)) {
            throw new NotUnderstoodException(
                    "'group " + group.expression(0).getText() + "': group " + entry + " itself");
        }
        if (!group.clause().isEmpty() || !(group.ending() instanceof SelectEndingContext select)) {
            throw new NotUnderstoodException("anything but 'select' after 'into'");
        }
        return new ReduceShape(
                new Lambda(entry, group.expression(1)), new Lambda(group.ID().getText(), select.expression()));
    }

    private static void requireResults(ExpressionContext source) {
        if (!source.getText().equals(RESULTS)) {
            throw new NotUnderstoodException("the source '" + source.getText() + "' of a reduce: it is called results");
        }
    }
}
