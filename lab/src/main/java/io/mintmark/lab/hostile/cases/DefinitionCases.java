package io.mintmark.lab.hostile.cases;

import static io.mintmark.lab.hostile.cases.Definitions.aggregates;
import static io.mintmark.lab.hostile.cases.Definitions.aggregation;
import static io.mintmark.lab.hostile.cases.Definitions.csharp;
import static io.mintmark.lab.hostile.cases.Definitions.keyed;
import static io.mintmark.lab.hostile.cases.Definitions.over;
import static io.mintmark.lab.hostile.cases.Definitions.overLargeTexts;

import java.util.List;

/** Indexes that make much of little, or have no sensible form. */
final class DefinitionCases {
    private static final int OUTPUTS = 400;
    /** In C#, where more would be refused for their operators. */
    private static final int CSHARP_OUTPUTS = 150;

    private static final String MAP = "from x in docs.Texts select new { K = 1, T = x.T }";
    private static final String COUNT = "{\"Name\":\"C\",\"Function\":\"Count\"}";

    private DefinitionCases() {}

    static List<HostileCase> all() {
        return List.of(
                overLargeTexts(
                        "definition-400-maxima",
                        "400 aggregates, each the maximum of one text of 8 MiB",
                        name -> aggregates(name, OUTPUTS, "Max", "T")),
                overLargeTexts(
                        "definition-150-outputs",
                        "a reduce in C# with 150 outputs of one text of 8 MiB",
                        name -> csharp(name, MAP, reduce("T"))),
                overLargeTexts(
                        "definition-150-members",
                        "a map in C# that copies a text of 8 MiB into 150 members",
                        name -> csharp(name, map(), reduce("A"))),
                overLargeTexts(
                        "definition-one-minimum",
                        "one minimum of texts of 8 MiB",
                        name -> aggregates(name, 1, "Min", "T")),
                overLargeTexts("definition-large-key", "a key of 8 MiB", name -> aggregation(name, "\"T\"", COUNT, "")),
                overLargeTexts(
                        "definition-key-of-many",
                        "a key of 100 members, each a text of 8 MiB",
                        name -> csharp(
                                name,
                                composite(),
                                "from r in results group r by new { "
                                        + Bytes.list(100, i -> "r.A" + i) + " } into g select new { "
                                        + Bytes.list(100, i -> "A" + i + " = g.Key.A" + i)
                                        + ", C = g.Sum(r => r.C) }")),
                overLargeTexts(
                        "definition-large-pattern",
                        "references named by a text of 8 MiB",
                        name -> aggregation(
                                name,
                                "\"T\"",
                                COUNT,
                                "\"PatternForOutputReduceToCollectionReferences\":\"lists/{T}\",")),
                overLargeTexts(
                        "definition-large-list",
                        "a reference document that lists groups whose keys have 8 MiB",
                        name -> aggregation(
                                name,
                                "\"K\",\"T\"",
                                COUNT,
                                "\"PatternForOutputReduceToCollectionReferences\":\"lists/{K}\",")),
                HostileCase.of(
                        "definition-large-arrays",
                        "maxima of arrays with a million members",
                        over(
                                () -> Bytes.repeated(
                                        "{\"K\":1,\"T\":[1", ",1", 1_000_000, "]," + Bytes.metadata("Texts") + "}"),
                                name -> aggregates(name, 40, "Max", "T"))),
                HostileCase.of(
                        "definition-64-indexes",
                        "64 indexes, each with 40 maxima of a text of 1 MiB",
                        over(
                                () -> Bytes.text("Texts", Bytes.MEBIBYTE),
                                name -> Bytes.list(16, i -> aggregates(name + i, 40, "Max", "T")))),
                HostileCase.of("definition-10000-in-one", "10,000 definitions in one body", first -> many()),
                HostileCase.of("definition-long-name", "an index whose name has 200,000 letters", first -> longName()),
                HostileCase.of("definition-10000-keys", "an index grouped by 10,000 members", first -> manyKeys()),
                HostileCase.of(
                        "definition-absurd-shapes",
                        "members of wrong types, null, empty and nested",
                        first -> absurd()),
                script("script-endless", "while (true) {}"),
                script("script-large-text", "let s = x.T; for (let i = 0; i < 8; i++) s += s; return { K: s, C: 1 };"),
                script(
                        "script-many-members",
                        "const o = { K: 1 }; for (let i = 0; i < 400; i++) o['A' + i] = x.T; return o;"));
    }

    private static String reduce(String of) {
        return "from r in results group r by r.K into g select new { K = g.Key, "
                + Bytes.list(CSHARP_OUTPUTS, i -> "O" + i + " = g.Max(r => r." + (of.equals("A") ? "A" + i : of) + ")")
                + " }";
    }

    private static String map() {
        return "from x in docs.Texts select new { K = 1, " + Bytes.list(CSHARP_OUTPUTS, i -> "A" + i + " = x.T") + " }";
    }

    private static String composite() {
        return "from x in docs.Texts select new { C = 1, " + Bytes.list(100, i -> "A" + i + " = x.T") + " }";
    }

    private static HostileCase.Attack many() {
        byte[] body = Definitions.put(Bytes.list(10_000, i -> "{\"Name\":\"" + i + "\"}"));
        return (stranger, turn) -> {
            int ignored = stranger.db("PUT", "indexes", body);
        };
    }

    private static HostileCase.Attack longName() {
        byte[] body = Definitions.put(keyed("n".repeat(100_000), "x.K"));
        return (stranger, turn) -> {
            int ignored = stranger.db("PUT", "indexes", body);
        };
    }

    private static HostileCase.Attack manyKeys() {
        byte[] body = Definitions.put(aggregation("I", Bytes.list(10_000, i -> "\"m" + i + "\""), COUNT, ""));
        return (stranger, turn) -> {
            int ignored = stranger.db("PUT", "indexes", body);
        };
    }

    private static HostileCase.Attack absurd() {
        List<String> shapes = List.of(
                "null",
                "[]",
                "[[[[]]]]",
                "{\"Name\":null}",
                "{\"Name\":{},\"Maps\":1}",
                "{\"Name\":\"I\",\"Maps\":[[[\"from\"]]]}",
                "{\"Name\":\"I\",\"Maps\":[" + Bytes.list(20_000, i -> "\"\"") + "]}",
                "{\"Name\":\"I\",\"Maps\":[\"\"],\"Reduce\":{}}",
                aggregation("I", "1,null,{}", COUNT, ""),
                aggregation("I", "\"a\"", "null,[],{\"Name\":{},\"Function\":[]}", ""),
                aggregation("I", "\"a\"", COUNT, "\"ReduceOutputIndex\":1e2147483648,"),
                aggregation("I", "\"a\"", COUNT, "\"Configuration\":[],\"Fields\":\"x\",\"LockMode\":{},"));
        return (stranger, turn) -> {
            int ignored = stranger.db("PUT", "indexes", Definitions.put(shapes.get(turn % shapes.size())));
        };
    }

    private static HostileCase script(String name, String body) {
        HostileCase.Preparation preparation = over(
                () -> Bytes.text("Texts", Bytes.MEBIBYTE),
                index -> csharp(
                        index,
                        "map('Texts', x => { " + body + " })",
                        "groupBy(r => r.K).aggregate(g => ({ K: g.key, C: g.values.length }))"));
        return new HostileCase(name, "a script: " + body, HostileCase.Needs.SCRIPTS, preparation);
    }
}
