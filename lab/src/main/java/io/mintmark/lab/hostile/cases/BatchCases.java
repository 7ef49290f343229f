package io.mintmark.lab.hostile.cases;

import static io.mintmark.lab.hostile.cases.Bytes.MEBIBYTE;
import static io.mintmark.lab.hostile.cases.Bytes.gzip;
import static io.mintmark.lab.hostile.cases.Bytes.joined;
import static io.mintmark.lab.hostile.cases.Bytes.repeated;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Many small things in one body: commands, inner requests, pieces of a stream. */
final class BatchCases {
    private static final int COMMANDS = 700_000;
    private static final String DOCS = "/databases/hostile/docs";
    private static final String GZIP = "Content-Encoding: gzip";

    private BatchCases() {}

    static List<HostileCase> all() {
        return List.of(
                batch("batch-700000-deletes", "700,000 commands", () -> deletes()),
                batch(
                        "batch-700000-gzip",
                        "700,000 commands in 160 KB of gzip, a little less than the growth allows",
                        () -> gzip(deletes()),
                        GZIP),
                batch(
                        "batch-700000-puts",
                        "700,000 empty documents with ids of the server, in too little gzip",
                        () -> gzip(commands("{\"Type\":\"PUT\",\"Id\":null,\"Document\":{}}", COMMANDS)),
                        GZIP),
                batch(
                        "batch-of-empty-commands",
                        "5,000,000 empty commands in too little gzip",
                        () -> gzip(commands("{}", 5_000_000)),
                        GZIP),
                batch(
                        "batch-of-nulls",
                        "10,000,000 times null in too little gzip",
                        () -> gzip(commands("null", 10_000_000)),
                        GZIP),
                batch(
                        "batch-100000-identities",
                        "100,000 documents of one identity",
                        () -> commands("{\"Type\":\"PUT\",\"Id\":\"orders|\",\"Document\":{}}", 100_000)),
                batch("batch-many-identities", "50,000 documents, each of another identity", () -> many("n%d|")),
                batch(
                        "batch-server-side-ids",
                        "100,000 documents with ids of the node",
                        () -> commands("{\"Type\":\"PUT\",\"Id\":\"orders/\",\"Document\":{}}", 100_000)),
                batch(
                        "batch-one-document",
                        "100,000 times the same document",
                        () -> commands("{\"Type\":\"PUT\",\"Id\":\"a\",\"Document\":{\"a\":1}}", 100_000)),
                batch(
                        "batch-unknown-types",
                        "300,000 commands of unknown types",
                        () -> commands("{\"Type\":\"PATCH\",\"Id\":\"a\",\"Patch\":{\"Script\":\"\"}}", 300_000)),
                batch(
                        "batch-large-change-vectors",
                        "commands whose change vectors have 1 MiB",
                        () -> commands(
                                "{\"Type\":\"DELETE\",\"Id\":\"a\",\"ChangeVector\":\"" + "A:1-x,".repeat(170_000)
                                        + "\"}",
                                30)),
                stream(
                        "insert-700000-deletes",
                        "a bulk insert of 700,000 commands",
                        () -> array("{\"Type\":\"PUT\",\"Id\":\"a/b\",\"Document\":{}}", COMMANDS)),
                stream("insert-heartbeats", "1,500,000 heartbeats", () -> array("{\"Type\":\"HeartBeat\"}", 1_500_000)),
                stream(
                        "insert-large-documents",
                        "documents of 4 MiB",
                        () -> array(
                                "{\"Type\":\"PUT\",\"Id\":\"large/1\",\"Document\":{\"T\":\"" + "x".repeat(4 * MEBIBYTE)
                                        + "\"}}",
                                12)),
                stream("insert-deep", "nested arrays in place of commands", () -> repeated("[", "[[", 500_000, "")),
                stream(
                        "insert-broken-piece",
                        "a command that breaks off behind 100,000 good ones",
                        () -> joined(
                                array("{\"Type\":\"PUT\",\"Id\":\"a/b\",\"Document\":{}}", 100_000),
                                Bytes.of(",{\"Type\":"))),
                stream(
                        "insert-other-type",
                        "an object, numbers and texts in place of commands",
                        () -> Bytes.of("[1,\"x\",{\"Type\":{}},null]")),
                gets(
                        "multi-get-large",
                        "1,024 requests for a document of 4 MiB",
                        1_024,
                        "{\"Url\":\"" + DOCS + "\",\"Query\":\"?id=large\",\"Method\":\"GET\"}"),
                gets(
                        "multi-get-ids",
                        "1,024 requests for 1,000 documents each",
                        1_024,
                        "{\"Url\":\"" + DOCS + "\",\"Method\":\"GET\",\"Query\":\"?id=a" + "&id=large".repeat(1_000)
                                + "\"}"),
                gets(
                        "multi-get-lists",
                        "1,024 lists of everything",
                        1_024,
                        "{\"Url\":\"" + DOCS + "\",\"Query\":\"?start=0&pageSize=2147483647\"}"),
                gets(
                        "multi-get-nested",
                        "requests of requests of requests",
                        1_024,
                        "{\"Url\":\"/databases/hostile/multi_get\",\"Method\":\"POST\",\"Content\":{\"Requests\":[{\"Url\":\"/databases/hostile/multi_get\",\"Method\":\"POST\",\"Content\":{\"Requests\":[]}}]}}"),
                gets(
                        "multi-get-200000",
                        "200,000 requests, which are too many",
                        200_000,
                        "{\"Url\":\"" + DOCS + "\",\"Query\":\"?id=a\"}"),
                gets(
                        "multi-get-contents",
                        "1,024 loads of 10,000 ids each",
                        1_024,
                        "{\"Url\":\"" + DOCS + "\",\"Method\":\"POST\",\"Content\":{\"Ids\":[\"a\""
                                + ",\"b\"".repeat(10_000) + "]}}"),
                gets(
                        "multi-get-headers",
                        "inner requests with long header fields",
                        1_024,
                        "{\"Url\":\"" + DOCS + "\",\"Query\":\"?id=a\",\"Headers\":{\"If-None-Match\":\""
                                + "h".repeat(50_000) + "\"}}"));
    }

    private static byte[] commands(String command, int count) {
        return repeated("{\"Commands\":[" + command, "," + command, count - 1, "]}");
    }

    private static byte[] array(String command, int count) {
        return repeated("[" + command, "," + command, count - 1, "]");
    }

    /** Equal commands would compress too well, so each id comes only some times. */
    private static byte[] deletes() {
        return Bytes.of("{\"Commands\":["
                + Bytes.list(COMMANDS, i -> "{\"Type\":\"DELETE\",\"Id\":\"orders/" + i / 35 + "\"}") + "]}");
    }

    private static byte[] many(String id) {
        return Bytes.of("{\"Commands\":["
                + Bytes.list(
                        50_000,
                        i -> "{\"Type\":\"PUT\",\"Id\":\"" + id.replace("%d", Integer.toString(i))
                                + "\",\"Document\":{}}")
                + "]}");
    }

    private static HostileCase batch(String name, String what, Supplier<byte[]> made, String... fields) {
        return sent(name, what, made, turn -> "bulk_docs", fields);
    }

    private static HostileCase stream(String name, String what, Supplier<byte[]> made) {
        return sent(name, what, made, turn -> "bulk_insert?id=" + turn);
    }

    private static HostileCase sent(
            String name, String what, Supplier<byte[]> made, IntFunction<String> path, String... fields) {
        return HostileCase.of(name, what, first -> {
            byte[] body = made.get();
            return (stranger, turn) -> {
                int ignored = stranger.db("POST", path.apply(turn), body, fields);
            };
        });
    }

    private static HostileCase gets(String name, String what, int count, String request) {
        return HostileCase.of(name, what, first -> {
            int stored = first.db("PUT", "docs?id=large", Bytes.text("Texts", 4 * MEBIBYTE));
            byte[] body = repeated("{\"Requests\":[" + request, "," + request, count - 1, "]}");
            return (stranger, turn) -> {
                int ignored = stranger.db("POST", "multi_get", body);
            };
        });
    }
}
