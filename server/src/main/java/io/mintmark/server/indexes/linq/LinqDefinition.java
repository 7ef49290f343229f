package io.mintmark.server.indexes.linq;

import io.mintmark.server.indexes.linq.syntax.NotUnderstoodException;
import io.mintmark.server.indexes.linq.syntax.Parser;
import io.mintmark.server.indexes.linq.syntax.Syntax;
import io.mintmark.server.indexes.plan.Plan;
import java.util.ArrayList;
import java.util.List;

/** Definitions in C#. */
public final class LinqDefinition {
    /**
     * A longer definition is not written anew: nobody reads such a message, and writing it costs more than refusing it.
     */
    private static final int EXAMPLE_CHARS_MAX = 8_000;

    private static final String IN_WORDS =
            "Write it in JavaScript, such as Maps map('Orders', o => ({ Customer: o.Customer, Count: 1 })) with Reduce"
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
        List<Syntax> read = new ArrayList<>();
        try {
            maps.forEach(map -> read.add(Parser.parse(map)));
            Syntax reduced = Parser.parse(reduce);
            read.add(reduced);
            return PlanTranslator.translate(read.subList(0, maps.size()), ReduceShape.of(reduced));
        } catch (NotUnderstoodException e) {
            int chars = read.stream().mapToInt(part -> part.text().length()).sum();
            boolean isShown = read.size() > maps.size() && chars <= EXAMPLE_CHARS_MAX;
            throw refusal(name, e.what(), isShown ? inJavaScript(read) : IN_WORDS);
        } catch (StackOverflowError e) {
            // The parser bounds how deep it goes; how much of a stack that takes is up to the compiler.
            throw refusal(name, "expressions that are nested too deeply", IN_WORDS);
        }
    }

    private static UnsupportedLinqException refusal(String name, String what, String instead) {
        return new UnsupportedLinqException("The index '" + name + "' uses " + what
                + ", which this server does not understand in C#. It understands " + SUBSET + ". " + instead);
    }

    /** The last one is the reduce. */
    private static String inJavaScript(List<Syntax> read) {
        try {
            StringBuilder text = new StringBuilder("The same index in JavaScript has");
            String and = " Maps ";
            for (Syntax map : read.subList(0, read.size() - 1)) {
                text.append(and).append(JavaScriptDefinition.map(map));
                and = " and ";
            }
            return text.append(" with Reduce ")
                    .append(JavaScriptDefinition.reduce(read.get(read.size() - 1)))
                    .append(". Put it as JavaScript to /indexes.")
                    .toString();
        } catch (NotUnderstoodException | StackOverflowError e) {
            return IN_WORDS;
        }
    }
}
