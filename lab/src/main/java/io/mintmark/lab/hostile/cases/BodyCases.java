package io.mintmark.lab.hostile.cases;

import static io.mintmark.lab.hostile.cases.Bytes.MEBIBYTE;
import static io.mintmark.lab.hostile.cases.Bytes.joined;
import static io.mintmark.lab.hostile.cases.Bytes.repeated;

import java.util.List;
import java.util.function.Supplier;

/** Bodies whose framing or form is hostile, whatever is in them. */
final class BodyCases {
    private static final String CHUNKED = "Transfer-Encoding: chunked";
    private static final byte[] END = Bytes.of("0\r\n\r\n");
    private static final int LARGEST = 63 * MEBIBYTE;

    private BodyCases() {}

    static List<HostileCase> all() {
        return List.of(
                framed("body-chunks-of-one", "a document in 200,000 chunks of a byte", CHUNKED, () -> ones()),
                framed("body-chunk-extensions", "chunks with extensions of 100 KB", CHUNKED, () -> extensions()),
                framed("body-endless-chunk", "a chunk of 2^63 bytes", CHUNKED, () -> Bytes.of("7fffffffffffffff\r\n{")),
                framed(
                        "body-wrong-chunk",
                        "a chunk whose size is no number",
                        CHUNKED,
                        () -> Bytes.of("-5\r\nabc\r\n0\r\n\r\n")),
                framed("body-long-trailers", "1 MiB of fields behind the last chunk", CHUNKED, () -> trailers()),
                framed(
                        "body-length-absurd",
                        "a length of 9223372036854775807",
                        "Content-Length: 9223372036854775807",
                        () -> Bytes.of("{}")),
                framed("body-length-negative", "a negative length", "Content-Length: -1", () -> Bytes.of("{}")),
                framed(
                        "body-two-lengths",
                        "two lengths and chunks",
                        "Content-Length: 2\r\nContent-Length: 3\r\n" + CHUNKED,
                        () -> Bytes.of("{}")),
                HostileCase.of("body-truncated", "30 MiB of a body of 60 MiB, then the end", first -> truncated()),
                sent(
                        "body-brackets",
                        "63 MiB of opening brackets",
                        "bulk_docs",
                        () -> repeated(new byte[] {'['}, LARGEST)),
                sent(
                        "body-white-space",
                        "63 MiB of white space",
                        "bulk_docs",
                        () -> repeated(new byte[] {' '}, LARGEST)),
                sent("body-over-the-limit", "65 MiB", "bulk_docs", () -> repeated(new byte[] {' '}, 65 * MEBIBYTE)),
                sent(
                        "body-one-text",
                        "a command with a text of 62 MiB as id",
                        "bulk_docs",
                        () -> repeated("{\"Commands\":[{\"Type\":\"PUT\",\"Id\":\"", "i", 62 * MEBIBYTE, "\"}]}")),
                sent(
                        "body-long-names",
                        "members with names of 31 MiB",
                        "bulk_docs",
                        () -> repeated("{\"", "n", 31 * MEBIBYTE, "\":1}")),
                sent(
                        "body-many-names",
                        "2,000,000 unknown members",
                        "bulk_docs",
                        () -> Bytes.of("{" + Bytes.list(2_000_000, i -> "\"m" + i + "\":" + i) + "}")),
                sent(
                        "body-many-ids",
                        "a load of 2,000,000 ids",
                        "docs",
                        () -> repeated("{\"Ids\":[\"a\"", ",\"texts/1\"", 2_000_000, "]}")),
                sent(
                        "body-long-ids",
                        "a load of ids of 1 MiB",
                        "docs",
                        () -> joined(
                                Bytes.of("{\"Ids\":["),
                                repeated(repeated("\"", "i", MEBIBYTE, "\","), 50),
                                Bytes.of("\"\"]}"))));
    }

    private static HostileCase framed(String name, String what, String field, Supplier<byte[]> made) {
        return HostileCase.of(name, what, first -> {
            byte[] body = made.get();
            return (stranger, turn) -> {
                int put = stranger.framed("PUT", "docs?id=framed/" + turn % 16, out -> out.write(body), field);
                int bulk = stranger.framed("POST", "bulk_insert?id=" + turn, out -> out.write(body), field);
            };
        });
    }

    private static HostileCase sent(String name, String what, String path, Supplier<byte[]> made) {
        return HostileCase.of(name, what, first -> {
            byte[] body = made.get();
            return (stranger, turn) -> {
                int ignored = stranger.db("POST", path, body);
            };
        });
    }

    private static byte[] ones() {
        return joined(
                Bytes.of("1\r\n{\r\n1\r\n\"\r\n"),
                repeated(Bytes.of("1\r\na\r\n"), 200_000),
                Bytes.of("1\r\n\"\r\n1\r\n:\r\n1\r\n1\r\n1\r\n}\r\n"),
                END);
    }

    private static byte[] extensions() {
        return joined(repeated(repeated("1;", "x", 100_000, "\r\n \r\n"), 20), END);
    }

    private static byte[] trailers() {
        return joined(
                Bytes.of("2\r\n{}\r\n0\r\n"), repeated(Bytes.of("X-Trailer: value\r\n"), 60_000), Bytes.of("\r\n"));
    }

    private static HostileCase.Attack truncated() {
        byte[] half = new byte[30 * MEBIBYTE];
        byte[] head = Bytes.of("POST /databases/hostile/bulk_docs HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                + 60 * MEBIBYTE + "\r\n\r\n");
        return (stranger, turn) -> stranger.pour(head, half);
    }
}
