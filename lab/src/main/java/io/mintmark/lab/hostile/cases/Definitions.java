package io.mintmark.lab.hostile.cases;

import io.mintmark.lab.hostile.cases.HostileCase.Preparation;
import java.util.function.Supplier;

/** Texts of index definitions, and cases that put them beside documents they read. */
final class Definitions {
    private static final int LARGE = 8 * Bytes.MEBIBYTE;

    private Definitions() {}

    /** Returns an index in our own form. */
    static String aggregation(String name, String keys, String aggregates, String more) {
        return "{\"Name\":\"" + name + "\",\"OutputReduceToCollection\":\"Out" + name + "\"," + more
                + "\"Aggregation\":{\"Collection\":\"Texts\",\"GroupBy\":[" + keys + "],\"Aggregates\":[" + aggregates
                + "]}}";
    }

    /** Returns an index whose aggregates are {@code function} of {@code member}, so many times. */
    static String aggregates(String name, int count, String function, String member) {
        return aggregation(
                name,
                "\"K\"",
                Bytes.list(
                        count,
                        i -> "{\"Name\":\"O" + i + "\",\"Function\":\"" + function + "\",\"Of\":\"" + member + "\"}"),
                "");
    }

    /** Returns an index in C# with that map and reduce. */
    static String csharp(String name, String map, String reduce) {
        return "{\"Name\":\"" + name + "\",\"OutputReduceToCollection\":\"Out" + name + "\",\"Maps\":[\"" + map
                + "\"],\"Reduce\":\"" + reduce + "\"}";
    }

    /** Returns an index in C# whose key is an expression of {@code x}. */
    static String keyed(String name, String expression) {
        return csharp(
                name,
                "from x in docs.Texts select new { K = " + expression + ", C = 1 }",
                "from r in results group r by r.K into g select new { K = g.Key, C = g.Sum(r => r.C) }");
    }

    static byte[] put(String definitions) {
        return Bytes.of("{\"Indexes\":[" + definitions + "]}");
    }

    /** Returns a case of an index over documents with one large text each; strangers store and put more of both. */
    static HostileCase overLargeTexts(String name, String what, Definition index) {
        return HostileCase.of(name, what, over(() -> Bytes.text("Texts", LARGE), index));
    }

    /** The text of a definition of that name. */
    @FunctionalInterface
    interface Definition {
        String named(String name);
    }

    /** Returns the preparation of a case whose strangers store a document and put an index, again and again. */
    static Preparation over(Supplier<byte[]> made, Definition index) {
        return first -> {
            byte[] document = made.get();
            int ignored = first.db("PUT", "docs?id=texts/first", document);
            int put = first.db("PUT", "indexes", put(index.named("I")));
            byte[][] again = {put(index.named("J")), put(index.named("L")), put(index.named("M"))};
            return (stranger, turn) -> {
                int reply = turn % 2 == 0
                        ? stranger.db("PUT", "docs?id=texts/" + turn % 32, document)
                        : stranger.db("PUT", "indexes", again[turn / 2 % again.length]);
            };
        };
    }
}
