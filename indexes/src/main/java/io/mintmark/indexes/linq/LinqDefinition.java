package io.mintmark.indexes.linq;

import io.mintmark.indexes.reduce.Plan;
import java.util.List;

/** Definitions in C#. */
public final class LinqDefinition {
    private static final String INSTEAD =
            "Write it in JavaScript, for which `mintmark javascript` brings the engine, such as Maps map('Orders',"
                    + " o => ({ Customer: o.Customer, Count: 1 })) with Reduce"
                    + " groupBy(r => r.Customer).aggregate(g => ({ Customer: g.key,"
                    + " Count: g.values.reduce((sum, r) => sum + r.Count, 0) })), and put it to /indexes.";

    private static final String SUBSET =
            "from x in docs.Orders from y in x.Lines where … let … select new { … } with members, constants, arithmetic, casts,"
                    + " joined texts and tests for null, the same by Where, SelectMany and Select,"
                    + " and from r in results group r by … into g select new { … } with g.Key,"
                    + " Sum, Count, Min, Max and Average";

    private LinqDefinition() {}

    /**
     * Returns the plan that a definition is.
     *
     * @param name the index
     * @throws UnsupportedLinqException if it uses more than is understood
     */
    public static Plan plan(String name, List<String> maps, String reduce) {
        try {
            List<Syntax> read = maps.stream().map(Parser::parse).toList();
            return PlanTranslator.translate(read, ReduceShape.of(Parser.parse(reduce)));
        } catch (NotUnderstoodException e) {
            throw refusal(name, e.what());
        } catch (StackOverflowError e) {
            // The parser bounds how deep it goes; how much of a stack that takes is up to the compiler.
            throw refusal(name, "expressions that are nested too deeply");
        }
    }

    private static UnsupportedLinqException refusal(String name, String what) {
        return new UnsupportedLinqException("The index '" + name + "' uses " + what
                + ", which this server does not understand in C#. It understands " + SUBSET + ". " + INSTEAD);
    }
}
