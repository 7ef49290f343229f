package io.mintmark.server.indexes.linq;

import io.mintmark.server.indexes.plan.Plan;
import java.util.List;

/** Definitions in C#. */
public final class LinqDefinition {
    /** What is understood. */
    private static final String IN_WORDS =
            "Write it in JavaScript, such as Maps map('Orders', o => ({ Customer: o.Customer, Count: 1 })) with Reduce"
                    + " groupBy(r => r.Customer).aggregate(g => ({ Customer: g.key,"
                    + " Count: g.values.reduce((sum, r) => sum + r.Count, 0) })), and put it to /indexes.";

    private static final String SUBSET =
            "from x in docs.Orders where … select new { … } with members, constants, arithmetic,"
                    + " joined texts and tests for null, and from r in results group r by … into g select new { … } with g.Key,"
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
            return PlanTranslator.translate(
                    maps.stream().map(LinqText::parse).map(MapShape::of).toList(),
                    ReduceShape.of(LinqText.parse(reduce)));
        } catch (NotUnderstoodException e) {
            throw refusal(name, e.what(), inJavaScript(maps, reduce));
        } catch (StackOverflowError e) {
            // How deep the parser goes depends on what is nested in what, and on the compiler: no count is exact.
            throw refusal(name, "expressions that are nested too deeply", IN_WORDS);
        }
    }

    private static UnsupportedLinqException refusal(String name, String what, String instead) {
        return new UnsupportedLinqException("The index '" + name + "' uses " + what
                + ", which this server does not understand in C#. It understands " + SUBSET + ". " + instead);
    }

    private static String inJavaScript(List<String> maps, String reduce) {
        try {
            StringBuilder text = new StringBuilder("The same index in JavaScript has");
            String and = " Maps ";
            for (String map : maps) {
                text.append(and).append(JavaScriptWriter.map(LinqText.parse(map)));
                and = " and ";
            }
            return text.append(" with Reduce ")
                    .append(JavaScriptWriter.reduce(LinqText.parse(reduce)))
                    .append(". Put it as JavaScript to /indexes.")
                    .toString();
        } catch (NotUnderstoodException | StackOverflowError e) {
            return IN_WORDS;
        }
    }
}
