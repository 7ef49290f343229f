package io.mintmark.indexes.linq;

import io.mintmark.indexes.expression.Expression;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.indexes.reduce.Aggregate;
import io.mintmark.indexes.reduce.Plan;
import io.mintmark.internal.Printable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes a plan of maps and a reduce. */
final class PlanTranslator {
    private static final Map<String, Aggregate.Function> FUNCTIONS = Map.of(
            "Count", Aggregate.Function.COUNT,
            "Sum", Aggregate.Function.SUM,
            "Min", Aggregate.Function.MIN,
            "Max", Aggregate.Function.MAX,
            "Average", Aggregate.Function.AVERAGE);

    private PlanTranslator() {}

    static Plan translate(List<Syntax> maps, ReduceShape reduce) {
        return new Plan(maps.stream().map(MapTranslator::translate).toList(), new Reduce(reduce).step());
    }

    private static Map<String, Expression> members(Syntax object, ExpressionTranslator.Scope scope) {
        Map<String, Expression> members = new LinkedHashMap<>();
        Bindings.of(object).forEach((name, value) -> members.put(name, ExpressionTranslator.translate(value, scope)));
        return members;
    }

    private static ExpressionTranslator.Scope entry(String variable) {
        return chain ->
                chain.root().equals(variable) && !chain.path().isEmpty() ? new Expression.Property(chain.path()) : null;
    }

    /** One reduce, and the aggregates that were found in it so far. */
    private static final class Reduce implements ExpressionTranslator.Scope {
        private final ReduceShape shape;
        private final List<Aggregate> aggregates = new ArrayList<>();
        private final Map<String, Expression> keys;

        Reduce(ReduceShape shape) {
            this.shape = shape;
            this.keys = keys(shape.key());
        }

        Plan.ReduceStep step() {
            Map<String, Expression> members = members(shape.select().body(), this);
            return new Plan.ReduceStep(keys, aggregates, members);
        }

        private static Map<String, Expression> keys(Lambda given) {
            Syntax key = given.body();
            ExpressionTranslator.Scope scope = entry(given.variable());
            return key.bare() instanceof Syntax.NewObject
                    ? members(key, scope)
                    : Map.of(Plan.ReduceStep.WHOLE, ExpressionTranslator.translate(key, scope));
        }

        @Override
        public @Nullable Expression chain(Chain chain) {
            boolean isKey = chain.root().equals(shape.select().variable())
                    && !chain.path().isEmpty()
                    && chain.path().get(0).equals("Key");
            if (!isKey || chain.path().size() > 2) {
                return null;
            }
            return chain.path().size() == 1
                    ? Plan.ReduceStep.key()
                    : key(chain.path().get(1));
        }

        /** No entry decides which members a key has that is written with its members. */
        private Expression key(String member) {
            boolean isKnown = keys.containsKey(member) || keys.containsKey(Plan.ReduceStep.WHOLE);
            if (!isKnown) {
                throw new NotUnderstoodException(
                        "the member '" + Printable.brief(member) + "' of a key that has " + keys.keySet());
            }
            return Plan.ReduceStep.key(member);
        }

        @Override
        public @Nullable Expression call(MethodCall call) {
            Aggregate.Function function = FUNCTIONS.get(call.method());
            if (function == null || !call.target().isName(shape.select().variable())) {
                return null;
            }
            boolean counts = function == Aggregate.Function.COUNT;
            if (call.arguments().size() != (counts ? 0 : 1)) {
                return null;
            }
            Expression of = counts
                    ? new Expression.Constant(Trees.NODES.nullNode())
                    : over(Lambda.of(call.arguments().get(0)));
            return aggregate(new Aggregate(function, of));
        }

        private static Expression over(Lambda lambda) {
            return ExpressionTranslator.translate(lambda.body(), entry(lambda.variable()));
        }

        private Expression aggregate(Aggregate aggregate) {
            int number = aggregates.indexOf(aggregate);
            if (number < 0) {
                number = aggregates.size();
                aggregates.add(aggregate);
            }
            return Plan.ReduceStep.aggregate(number);
        }
    }
}
