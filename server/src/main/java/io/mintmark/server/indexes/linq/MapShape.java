package io.mintmark.server.indexes.linq;

import io.mintmark.server.indexes.linq.Chain.MethodCall;
import io.mintmark.server.indexes.linq.grammar.LinqParser.ClauseContext;
import io.mintmark.server.indexes.linq.grammar.LinqParser.ExpressionContext;
import io.mintmark.server.indexes.linq.grammar.LinqParser.QueryContext;
import io.mintmark.server.indexes.linq.grammar.LinqParser.QueryExpressionContext;
import io.mintmark.server.indexes.linq.grammar.LinqParser.SelectEndingContext;
import io.mintmark.server.indexes.linq.grammar.LinqParser.WhereClauseContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A map, however it is written: as a query, or by calls of {@code Where} and {@code Select}.
 *
 * @param collection whose documents it reads
 * @param where which of them: all of these must hold
 * @param select what they become
 */
record MapShape(String collection, List<Lambda> where, Lambda select) {
    private static final String DOCUMENTS = "docs";

    static MapShape of(ExpressionContext definition) {
        ExpressionContext bare = Chain.bare(definition);
        if (bare instanceof QueryExpressionContext query) {
            return of(query.query());
        }
        MethodCall select = MethodCall.of(bare);
        if (select == null
                || !select.method().equals("Select")
                || select.arguments().size() != 1) {
            throw new NotUnderstoodException(
                    "a map that is neither a query nor docs.Collection.Select(x => new { … })");
        }
        List<Lambda> where = new ArrayList<>();
        ExpressionContext source = select.target();
        for (MethodCall call = where(source); call != null; call = where(source)) {
            where.add(0, Lambda.of(call.arguments().get(0)));
            source = call.target();
        }
        return new MapShape(
                collection(source), where, Lambda.of(select.arguments().get(0)));
    }

    private static @Nullable MethodCall where(ExpressionContext source) {
        MethodCall call = MethodCall.of(source);
        return call != null && call.method().equals("Where") && call.arguments().size() == 1 ? call : null;
    }

    private static MapShape of(QueryContext query) {
        String variable = query.ID().getText();
        List<Lambda> where = new ArrayList<>();
        for (ClauseContext clause : query.clause()) {
            if (!(clause instanceof WhereClauseContext condition)) {
                throw new NotUnderstoodException(
                        "the clause '" + clause.getStart().getText() + "'");
            }
            where.add(new Lambda(variable, condition.expression()));
        }
        if (!(query.ending() instanceof SelectEndingContext select)) {
            throw new NotUnderstoodException("'group' in a map");
        }
        return new MapShape(collection(query.expression()), where, new Lambda(variable, select.expression()));
    }

    /** Returns the collection that a source is; anything but {@code docs.Collection} is refused. */
    static String collection(ExpressionContext source) {
        Chain chain = Chain.of(source);
        if (chain == null || !chain.root().equals(DOCUMENTS) || chain.path().size() != 1) {
            throw new NotUnderstoodException(
                    "the source '" + source.getText() + "': name one collection, as docs.Orders");
        }
        return chain.path().get(0);
    }
}
