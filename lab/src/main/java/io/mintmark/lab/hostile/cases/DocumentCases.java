package io.mintmark.lab.hostile.cases;

import static io.mintmark.lab.hostile.cases.Bytes.MEBIBYTE;
import static io.mintmark.lab.hostile.cases.Bytes.document;
import static io.mintmark.lab.hostile.cases.Bytes.metadata;
import static io.mintmark.lab.hostile.cases.Bytes.repeated;

import java.util.List;
import java.util.function.Supplier;

/** Documents at and over every limit, read by an honest-looking index. */
final class DocumentCases {
    private static final int LARGE = 15 * MEBIBYTE;
    private static final String END = "," + metadata("Texts") + "}";
    private static final int DEEP = 1_000_000;

    private DocumentCases() {}

    static List<HostileCase> all() {
        return List.of(
                stored(
                        "document-huge-exponent",
                        "1e2147483648 in a member that no index reads",
                        () -> document("Texts", "\"K\":1,\"Z\":1e2147483648")),
                stored(
                        "document-tiny-exponent",
                        "1e-2147483648 in a member that no index reads",
                        () -> document("Texts", "\"K\":1,\"Z\":1e-2147483648")),
                stored(
                        "document-exponent-read",
                        "1e2147483647 in a member that the index sums",
                        () -> document("Texts", "\"K\":1,\"N\":1e2147483647")),
                stored(
                        "document-exponent-as-key",
                        "1e-2147483647 as key",
                        () -> document("Texts", "\"K\":1e-2147483647")),
                stored(
                        "document-endless-exponent",
                        "an exponent of 1,000,000 digits",
                        () -> repeated("{\"K\":1e", "9", 1_000_000, END)),
                stored(
                        "document-10m-digits",
                        "a number of 10,000,000 digits that the index sums",
                        () -> repeated("{\"K\":1,\"N\":", "9", 10_000_000, END)),
                stored(
                        "document-10m-decimals",
                        "a number of 10,000,000 decimals as key",
                        () -> repeated("{\"N\":1,\"K\":0.", "3", 10_000_000, END)),
                stored("document-at-depth", "objects as deep as the limit allows, as key", () -> nested(126)),
                stored(
                        "document-over-depth",
                        "1,000,000 arrays in one another",
                        () -> repeated("{\"K\":", "[", DEEP, "")),
                stored(
                        "document-deep-objects",
                        "1,000,000 objects in one another",
                        () -> repeated("{\"K\":", "{\"a\":", DEEP, "")),
                stored(
                        "document-escapes",
                        "15 MiB of escapes as key",
                        () -> repeated("{\"K\":\"", "\\u0041", LARGE / 6, "\"" + END)),
                stored(
                        "document-control-escapes",
                        "15 MiB that are six times as large when written again",
                        () -> repeated("{\"K\":\"", "\\u0001", LARGE / 6, "\"" + END)),
                stored(
                        "document-duplicates",
                        "1,000,000 members of one name",
                        () -> repeated("{\"K\":1", ",\"a\":1", 1_000_000, END)),
                stored(
                        "document-million-members",
                        "1,000,000 members",
                        () -> Bytes.of("{\"K\":1," + Bytes.list(1_000_000, i -> "\"m" + i + "\":1") + END)),
                stored(
                        "document-million-objects",
                        "a million empty objects as key",
                        () -> repeated("{\"K\":[{}", ",{}", 1_000_000, "]" + END)),
                stored(
                        "document-no-utf8",
                        "bytes that are no UTF-8",
                        () -> Bytes.joined(
                                Bytes.of("{\"K\":\""),
                                new byte[] {(byte) 0xc3, 0x28, (byte) 0xff},
                                Bytes.of("\"" + END))),
                stored(
                        "document-lone-surrogates",
                        "half a character as key",
                        () -> document("Texts", "\"K\":\"\\ud800\",\"\\udc00\":1")),
                stored(
                        "document-largest",
                        "15 MiB of text",
                        () -> repeated("{\"K\":1,\"T\":\"", "x", LARGE, "\"" + END)),
                stored(
                        "document-large-metadata",
                        "8 MiB in @metadata",
                        () -> repeated(
                                "{\"K\":1,\"@metadata\":{\"@collection\":\"Texts\",\"x\":\"",
                                "m",
                                8 * MEBIBYTE,
                                "\"}}")),
                metadataShapes(),
                ids(),
                collections());
    }

    private static byte[] nested(int depth) {
        return Bytes.joined(repeated("{\"K\":", "{\"a\":", depth - 1, "1"), repeated("", "}", depth - 1, END));
    }

    /** A document that is stored under many ids beside an index that groups by K and sums N. */
    private static HostileCase stored(String name, String what, Supplier<byte[]> made) {
        return HostileCase.of(name, what, first -> {
            byte[] document = made.get();
            int ignored = first.db("PUT", "indexes", Definitions.put(Definitions.aggregates("I", 1, "Sum", "N")));
            return (stranger, turn) -> {
                int put = stranger.db("PUT", "docs?id=texts/" + turn % 24, document);
                int got = stranger.get("docs?id=texts/" + turn % 24);
            };
        });
    }

    private static HostileCase metadataShapes() {
        List<String> shapes = List.of(
                "null",
                "[]",
                "1e999",
                "\"text\"",
                "{\"@collection\":{}}",
                "{\"@collection\":null}",
                "{\"@collection\":\"\"}",
                "{\"@collection\":\"" + "c".repeat(100_000) + "\"}",
                "{\"@collection\":\"\\u0000/$|\"}",
                "{\"@id\":[1],\"@change-vector\":{},\"@last-modified\":7}",
                "{\"@flags\":\"Artificial, FromIndex\",\"@collection\":\"@hilo\"}",
                "{\"@collection\":\"Texts\",\"@collection\":\"Others\"}",
                "{\"@expires\":\"9999999-99-99\",\"@refresh\":{}}",
                "{\"a\":" + "[".repeat(100) + "]".repeat(100) + "}");
        return HostileCase.plain("document-metadata-shapes", "@metadata of absurd shapes", (stranger, turn) -> {
            byte[] body = Bytes.of("{\"@metadata\":" + shapes.get(turn % shapes.size()) + "}");
            int ignored = stranger.db("PUT", "docs?id=shapes/" + turn % 500, body);
        });
    }

    private static HostileCase ids() {
        List<String> ids = List.of(
                "x".repeat(512),
                "x".repeat(513),
                "x".repeat(7_000),
                "%00",
                "%0d%0aX:y",
                "%ff%fe",
                "%ed%a0%80",
                "%F0%9F%98%80".repeat(128),
                "%7C",
                "%7C%7C",
                "/",
                "a//",
                "..%2f..%2f..%2fetc%2fpasswd",
                "Raven%2FHilo%2Fx",
                "%C4%B0%C4%B1".repeat(100));
        byte[] body = Bytes.of("{\"Max\":1e30}");
        return HostileCase.plain("document-absurd-ids", "ids at, over and beside the limits", (stranger, turn) -> {
            String id = ids.get(turn % ids.size());
            int put = stranger.db("PUT", "docs?id=" + id, body);
            int deleted = stranger.db("DELETE", "docs?id=" + id, new byte[0]);
        });
    }

    private static HostileCase collections() {
        return HostileCase.plain(
                "document-collections",
                "batches of 1,000 documents, each of another collection with a long name",
                (stranger, turn) -> {
                    String name = "c".repeat(200);
                    byte[] body = Bytes.of("{\"Commands\":["
                            + Bytes.list(
                                    1_000,
                                    i -> "{\"Type\":\"PUT\",\"Id\":\"c/" + turn + "/" + i + "\",\"Document\":{"
                                            + metadata(name + turn + "-" + i) + "}}")
                            + "]}");
                    int ignored = stranger.db("POST", "bulk_docs", body);
                    int stats = stranger.get("collections/stats/detailed");
                });
    }
}
