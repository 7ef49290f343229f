package io.mintmark.indexes.linq;

import io.mintmark.indexes.expression.Expression;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.indexes.linq.Syntax.Clause;
import io.mintmark.indexes.reduce.Plan.MapStep;
import io.mintmark.indexes.reduce.Plan.RowStep;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a step of a plan of a map, however it is written: as a query, or by calls. Each name gets a meaning, and each
 * further variable a place in the row, where it is computed once however often it is used.
 */
final class MapTranslator {
    private final boolean hasRows;
    private final List<RowStep> steps = new ArrayList<>();
    private int places;

    private MapTranslator(boolean hasRows) {
        this.hasRows = hasRows;
    }

    static MapStep translate(Syntax definition) {
        if (definition.bare() instanceof Syntax.Query query) {
            boolean filters = query.clauses().stream().allMatch(Clause.Where.class::isInstance);
            return new MapTranslator(!filters).query(query);
        }
        CallChain chain = CallChain.of(definition);
        boolean filters = chain.last().is("Select", 1)
                && chain.calls().stream().limit(chain.calls().size() - 1L).allMatch(call -> call.is("Where", 1));
        return new MapTranslator(!filters).calls(chain);
    }

    private Meaning document() {
        return new Meaning.Document(hasRows ? List.of(MapStep.DOCUMENT) : List.of());
    }

    private MapStep query(Syntax.Query query) {
        if (!(query.ending() instanceof Syntax.Ending.Select select)) {
            throw new NotUnderstoodException("'group' in a map");
        }
        Map<String, Meaning> names = new HashMap<>();
        names.put(query.variable(), document());
        for (Clause clause : query.clauses()) {
            if (clause instanceof Clause.Where where) {
                filter(where.condition(), names);
            } else if (clause instanceof Clause.From from) {
                names.put(from.variable(), expand(from.source(), names));
            } else if (clause instanceof Clause.Let let) {
                names.put(let.variable(), meaning(let.value(), names));
            } else {
                throw new NotUnderstoodException("the clause 'orderby'");
            }
        }
        return step(CallChain.collection(query.source()), select.value(), names);
    }

    private MapStep calls(CallChain chain) {
        Meaning row = document();
        for (MethodCall call : chain.calls().subList(0, chain.calls().size() - 1)) {
            row = after(call, row);
        }
        MethodCall last = chain.last();
        if (last.is("SelectMany", 2)) {
            Map<String, Meaning> names = expanded(last, row);
            return step(
                    chain.collection(), ((Syntax.Lambda) last.arguments().get(1).bare()).body(), names);
        }
        if (!last.is("Select", 1)) {
            throw new NotUnderstoodException(
                    "a map that is neither a query nor docs.Collection.Select(x => new { … })");
        }
        Lambda select = Lambda.of(last.arguments().get(0));
        return step(chain.collection(), select.body(), Map.of(select.variable(), row));
    }

    /** Returns what a row is after a call that is not the last one. */
    private Meaning after(MethodCall call, Meaning row) {
        if (call.is("SelectMany", 2)) {
            Map<String, Meaning> names = expanded(call, row);
            return meaning(((Syntax.Lambda) call.arguments().get(1).bare()).body(), names);
        }
        boolean isKnown = call.is("Where", 1) || call.is("Select", 1) || call.is("SelectMany", 1);
        if (!isKnown) {
            throw new NotUnderstoodException("the method " + call.method());
        }
        Lambda lambda = Lambda.of(call.arguments().get(0));
        Map<String, Meaning> names = Map.of(lambda.variable(), row);
        if (call.method().equals("Where")) {
            filter(lambda.body(), names);
            return row;
        }
        return call.method().equals("Select") ? meaning(lambda.body(), names) : expand(lambda.body(), names);
    }

    /** Returns the names in the second function of {@code SelectMany}: the row as it was, and the element. */
    private Map<String, Meaning> expanded(MethodCall call, Meaning row) {
        Lambda source = Lambda.of(call.arguments().get(0));
        if (!(call.arguments().get(1).bare() instanceof Syntax.Lambda result)
                || result.parameters().size() != 2) {
            throw new NotUnderstoodException(
                    "'" + Excerpt.of(call.arguments().get(1)) + "' where a function (x, y) => … is expected");
        }
        Meaning element = expand(source.body(), Map.of(source.variable(), row));
        Map<String, Meaning> names = new HashMap<>();
        names.put(result.parameters().get(0), row);
        names.put(result.parameters().get(1), element);
        return names;
    }

    private void filter(Syntax condition, Map<String, Meaning> names) {
        steps.add(new RowStep.Filter(value(condition, names)));
    }

    private Meaning expand(Syntax source, Map<String, Meaning> names) {
        Expression elements = value(source, names);
        String place = Integer.toString(places++);
        steps.add(new RowStep.Expand(place, elements));
        return new Meaning.Value(List.of(place));
    }

    /** A name for something that is there already is no new value. */
    private Meaning meaning(Syntax given, Map<String, Meaning> names) {
        if (given.bare() instanceof Syntax.NewObject) {
            Map<String, Meaning> members = new LinkedHashMap<>();
            Bindings.of(given).forEach((name, value) -> members.put(name, meaning(value, names)));
            return new Meaning.Several(members);
        }
        Chain chain = Chain.of(given);
        Meaning known = chain == null ? null : known(chain, names);
        if (known != null) {
            return known;
        }
        Expression value = value(given, names);
        String place = Integer.toString(places++);
        steps.add(new RowStep.Compute(place, value));
        return new Meaning.Value(List.of(place));
    }

    private static @Nullable Meaning known(Chain chain, Map<String, Meaning> names) {
        Meaning root = names.get(chain.root());
        return root == null ? null : root.at(chain.path());
    }

    private static Expression value(Syntax given, Map<String, Meaning> names) {
        return ExpressionTranslator.translate(given, scope(names));
    }

    private static ExpressionTranslator.Scope scope(Map<String, Meaning> names) {
        return chain -> {
            Meaning known = known(chain, names);
            return known == null ? null : known.value();
        };
    }

    private MapStep step(String collection, Syntax select, Map<String, Meaning> names) {
        Map<String, Expression> members = new LinkedHashMap<>();
        Bindings.of(select).forEach((name, value) -> members.put(name, value(value, names)));
        if (hasRows && steps.isEmpty()) {
            // Names for what is there already took no step, and without any the input would be the bare document.
            steps.add(new RowStep.Filter(new Expression.Constant(Trees.NODES.booleanNode(true))));
        }
        return hasRows ? new MapStep(collection, null, steps, members) : new MapStep(collection, where(), members);
    }

    private @Nullable Expression where() {
        Expression where = null;
        for (RowStep step : steps) {
            Expression next = ((RowStep.Filter) step).condition();
            where = where == null ? next : new Expression.And(where, next);
        }
        return where;
    }
}
