package io.mintmark.lab.hostile.cases;

import static io.mintmark.lab.hostile.cases.Bytes.MEBIBYTE;

import java.util.List;
import java.util.function.IntFunction;

/** Request lines: names repeated, paths that multiply, patterns that backtrack, numbers that mean nothing. */
final class QueryCases {
    private static final int LINE = 7_900;
    private static final byte[] NOTHING = {};

    private QueryCases() {}

    static List<HostileCase> all() {
        return List.of(
                named("query-errors-by-name", "indexes/errors with one name 1,100 times", "indexes/errors?"),
                named("query-stats-by-name", "indexes/stats with one name 1,100 times", "indexes/stats?"),
                named("query-definitions-by-name", "indexes with one name 1,100 times", "indexes?"),
                HostileCase.of("query-many-ids", "one document of 4 MiB by id, 1,900 times", first -> {
                    int ignored = first.db("PUT", "docs?id=i", Bytes.text("Texts", 4 * MEBIBYTE));
                    String path = "docs?id=i" + "&id=i".repeat(1_500);
                    return (stranger, turn) -> {
                        int status = stranger.get(path);
                    };
                }),
                includes(
                        "query-include-one-path",
                        "one include of 100,000 references, 500 times",
                        "&include=refs".repeat(550)),
                includes(
                        "query-include-values",
                        "$Values[].X over 100,000 members",
                        "&include=map.$Values[].X".repeat(300)),
                includes("query-include-keys", "$Keys over 100,000 members", "&include=map.$Keys".repeat(400)),
                includes(
                        "query-include-prefixes",
                        "includes with prefixes and suffixes",
                        "&include=refs(p/)&include=refs[{0}/s]".repeat(190)),
                includes("query-include-deep", "a path of 3,000 members", "&include=a" + ".a".repeat(3_000)),
                includes(
                        "query-include-absurd",
                        "paths of brackets",
                        "&include=" + "[].".repeat(1_000) + "$Values[]".repeat(300)),
                lists(
                        "query-absurd-pages",
                        "pages before the first and beyond the last",
                        List.of(
                                "docs?start=9223372036854775807&pageSize=9223372036854775807",
                                "docs?start=-1&pageSize=-1",
                                "docs?start=1e9&pageSize=NaN",
                                "docs?start=99999999999999999999&pageSize=" + "9".repeat(5_000),
                                "docs?etag=-9223372036854775808",
                                "docs?startsWith=&startAfter=" + "z".repeat(5_000))),
                lists(
                        "query-all-documents",
                        "lists of all documents, 16 of 4 MiB",
                        List.of("docs?start=0&pageSize=2147483647")),
                lists(
                        "query-backtracking",
                        "patterns with a hundred stars",
                        List.of(
                                "docs?startsWith=p/&matches=" + "*a".repeat(500) + "*b",
                                "docs?startsWith=p/&exclude=" + "*a".repeat(500) + "*b",
                                "docs?startsWith=p/&matches=" + "*?*a?*".repeat(300) + "%7C" + "*a*".repeat(500))),
                lists(
                        "query-many-alternatives",
                        "patterns of 3,000 alternatives",
                        List.of(
                                "docs?startsWith=p/&matches=" + "a%7C".repeat(1_800),
                                "docs?startsWith=p/&exclude=" + "*%7C".repeat(1_800))),
                lists(
                        "query-long-request-ids",
                        "raft-request-id of 7,800 letters",
                        List.of("docs?raft-request-id=" + "r".repeat(7_800))),
                posted(
                        "query-identity-request-ids",
                        "identities with long request ids",
                        turn -> "identity/next?name=n&raft-request-id=" + "r".repeat(7_000) + turn),
                posted(
                        "query-many-identities",
                        "another identity with each request",
                        turn -> "identity/next?name=" + "n".repeat(400) + turn),
                lists(
                        "query-absurd-ranges",
                        "ranges with absurd sizes and times",
                        List.of(
                                "hilo/next?tag=x&lastBatchSize=9223372036854775807&lastRangeAt=9999-99-99&lastMax=9007199254740991",
                                "hilo/next?tag=" + "t".repeat(LINE - 100),
                                "hilo/next?tag=%00%ff&lastMax=-1",
                                "hilo/next?tag=x&identityPartsSeparator=" + "%7C".repeat(500),
                                "hilo/next?tag=&lastBatchSize=1e99")),
                HostileCase.plain("query-many-counters", "another counter with each range", (stranger, turn) -> {
                    int ignored = stranger.get("hilo/next?tag=" + "t".repeat(200) + turn);
                }),
                lists(
                        "query-at-the-line-limit",
                        "lines at the limit, and a little longer",
                        List.of(
                                "docs?id=" + "x".repeat(8_100),
                                "docs?id=" + "x".repeat(8_200),
                                "docs?id=" + "x".repeat(60_000))),
                lists(
                        "query-percent",
                        "broken and needless percent codes",
                        List.of(
                                "docs?id=%",
                                "docs?id=%zz",
                                "docs?%69%64=%2525%25%",
                                "%64%6f%63%73?id=" + "%41".repeat(2_500),
                                "docs?id=%c0%af%c0%ae",
                                "docs%2f..%2f..%2fadmin")),
                lists(
                        "query-empty-parameters",
                        "3,900 empty parameters",
                        List.of(
                                "docs?" + "&".repeat(LINE),
                                "docs?" + "=&".repeat(LINE / 2),
                                "docs?id=a" + "&a=b".repeat(1_900))),
                lists(
                        "query-unknown-routes",
                        "routes that nobody has",
                        List.of(
                                "queries?query=from%20x",
                                "nothing/" + "a/".repeat(3_800), "timeseries", "smuggler/export", "../../x")),
                lists(
                        "query-debug",
                        "buckets and statistics of everything",
                        List.of(
                                "debug/buckets?largest=2147483647&warnAbove=-1",
                                "collections/stats/detailed",
                                "stats/detailed",
                                "debug/identities?pageSize=2147483647")));
    }

    private static HostileCase named(String name, String what, String path) {
        return HostileCase.of(name, what, first -> {
            int put = first.db("PUT", "indexes", Definitions.put(Definitions.aggregates("I", 300, "Max", "T")));
            // Each of these is an entry among the index's errors, if that index does not take it.
            for (int i = 0; i < 600; i++) {
                int ignored = first.db(
                        "PUT", "docs?id=e/" + i, Bytes.document("Texts", "\"K\":" + i + ",\"T\":{\"a\":" + i + "}"));
            }
            String target = path + "name=I" + "&name=I".repeat(1_100);
            return (stranger, turn) -> {
                int ignored = stranger.get(target);
            };
        });
    }

    private static HostileCase includes(String name, String what, String parameters) {
        return HostileCase.of(name, what, first -> {
            byte[] document = Bytes.of("{\"refs\":[" + Bytes.list(100_000, i -> "\"t/" + i % 50 + "\"") + "],\"map\":{"
                    + Bytes.list(100_000, i -> "\"t/" + i + "\":{\"X\":\"t/" + i % 50 + "\"}") + "},\"a\":1}");
            int ignored = first.db("PUT", "docs?id=o", document);
            for (int i = 0; i < 50; i++) {
                int stored = first.db("PUT", "docs?id=t/" + i, Bytes.text("Texts", 100_000));
            }
            return (stranger, turn) -> {
                int status = stranger.get("docs?id=o" + parameters);
            };
        });
    }

    private static HostileCase lists(String name, String what, List<String> paths) {
        return HostileCase.of(name, what, first -> {
            for (int i = 0; i < 16; i++) {
                String id = "p/" + "a".repeat(480) + i;
                int ignored = first.db(
                        "PUT", "docs?id=" + id, Bytes.text("Texts", name.contains("all") ? 4 * MEBIBYTE : 100));
            }
            return (stranger, turn) -> {
                int status = stranger.get(paths.get(turn % paths.size()));
            };
        });
    }

    private static HostileCase posted(String name, String what, IntFunction<String> path) {
        return HostileCase.plain(name, what, (stranger, turn) -> {
            int ignored = stranger.db("POST", path.apply(turn), NOTHING);
        });
    }
}
