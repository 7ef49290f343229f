package io.mintmark.lab.hostile.cases;

import static io.mintmark.lab.hostile.cases.Definitions.aggregates;
import static io.mintmark.lab.hostile.cases.Definitions.csharp;
import static io.mintmark.lab.hostile.cases.Definitions.keyed;
import static io.mintmark.lab.hostile.cases.Definitions.over;
import static io.mintmark.lab.hostile.cases.Definitions.overLargeTexts;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Expressions that are deep, long, or grow with each step. */
final class ExpressionCases {
    private static final byte[] SMALL = Bytes.document("Texts", "\"K\":1,\"N\":2,\"T\":\"text\",\"B\":true");

    private ExpressionCases() {}

    static List<HostileCase> all() {
        return List.of(
                overLargeTexts(
                        "expression-sum-of-texts",
                        "x.T + x.T + …, 400 times, over a text of 8 MiB",
                        name -> keyed(name, "x.T" + " + x.T".repeat(400))),
                overLargeTexts(
                        "expression-doubling",
                        "24 let clauses, each of which doubles a text of 8 MiB",
                        name -> csharp(
                                name,
                                doubling(),
                                "from r in results group r by r.K into g select new { K = g.Key, C = g.Sum(r => r.C) }")),
                overLargeTexts(
                        "expression-conditions-of-texts",
                        "60 conditions that each compare and join texts of 8 MiB",
                        name -> keyed(name, "(x.T == \\\"a\\\" ? \\\"b\\\" : x.T) + ".repeat(60) + "x.T")),
                small(
                        "expression-deep-parentheses",
                        "100,000 parentheses",
                        "(".repeat(100_000) + "x.K" + ")".repeat(100_000)),
                small(
                        "expression-at-depth",
                        "90 parentheses around a sum",
                        "(1 + ".repeat(90) + "x.K" + ")".repeat(90)),
                small("expression-deep-negations", "100,000 times !", "!".repeat(100_000) + "x.B"),
                small("expression-deep-minus", "50,000 times minus", "- ".repeat(50_000) + "x.K"),
                small("expression-long-sum", "60,000 terms of a sum", "1" + "+1".repeat(60_000)),
                small(
                        "expression-deep-conditions",
                        "10,000 conditions in one another",
                        "x.B ? 1 : ".repeat(10_000) + "2"),
                small("expression-deep-coalescence", "20,000 times ??", "x.Z ?? ".repeat(20_000) + "1"),
                small("expression-deep-members", "50,000 members of members", "x" + ".Y".repeat(50_000)),
                small("expression-deep-calls", "10,000 calls of calls", "x.T" + ".ToString()".repeat(10_000)),
                small(
                        "expression-deep-objects",
                        "5,000 objects in one another",
                        "new { A = ".repeat(5_000) + "1" + " }".repeat(5_000)),
                small("expression-long-literal", "a number of 200,000 digits", "9".repeat(200_000)),
                small("expression-far-literals", "1e999999999 + 1e-999999999", "1e999999999 + 1e-999999999"),
                small("expression-open-brackets", "120,000 brackets that nothing closes", "x[".repeat(100_000)),
                HostileCase.of(
                        "expression-powers",
                        "a number of 900 digits multiplied by itself 400 times",
                        over(
                                () -> Bytes.repeated("{\"T\":", "9", 900, "," + Bytes.metadata("Texts") + "}"),
                                name -> keyed(name, "x.T" + " * x.T".repeat(400)))),
                HostileCase.of(
                        "expression-far-exponents",
                        "the sum of 1e999999 and 1e-999999, and of numbers further apart",
                        first -> {
                            int ignored = first.db("PUT", "indexes", Definitions.put(aggregates("I", 40, "Sum", "N")));
                            return (stranger, turn) -> {
                                int exponent = turn % 4 == 0 ? 2_147_483_000 : 999_999 * (1 + turn % 50);
                                byte[] document = Bytes.document(
                                        "Texts", "\"K\":1,\"N\":1e" + (turn % 2 == 0 ? "" : "-") + exponent);
                                int reply = stranger.db("PUT", "docs?id=n/" + turn, document);
                            };
                        }),
                HostileCase.of(
                        "expression-averages-of-digits",
                        "averages of numbers with 900 digits",
                        over(
                                () -> Bytes.repeated(
                                        "{\"K\":1,\"N\":0.", "7", 900, "," + Bytes.metadata("Texts") + "}"),
                                name -> aggregates(name, 40, "Average", "N"))));
    }

    private static HostileCase small(String name, String what, String expression) {
        return HostileCase.of(name, what, over(() -> SMALL, index -> keyed(index, expression)));
    }

    private static String doubling() {
        String lets = IntStream.range(0, 24)
                .mapToObj(i -> " let a" + (i + 1) + " = a" + i + " + a" + i)
                .collect(Collectors.joining());
        return "from x in docs.Texts let a0 = x.T" + lets + " select new { K = a24, C = 1 }";
    }
}
