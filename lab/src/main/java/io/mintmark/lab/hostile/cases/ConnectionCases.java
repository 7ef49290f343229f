package io.mintmark.lab.hostile.cases;

import static io.mintmark.lab.hostile.cases.Bytes.repeated;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.function.Supplier;

/** Heads of requests, pipelines, and WebSockets with more to watch than anybody needs. */
final class ConnectionCases {
    private static final String HOST = "Host: localhost\r\n";
    private static final String GET = "GET /databases/hostile/docs?id=a HTTP/1.1\r\n" + HOST;
    private static final byte[] UPGRADE = Bytes.of("GET /databases/hostile/changes HTTP/1.1\r\n" + HOST
            + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    private static final int TEXT = 1;
    private static final int PING = 9;

    private ConnectionCases() {}

    static List<HostileCase> all() {
        return List.of(
                poured(
                        "head-many-fields",
                        "10,000 header fields",
                        () -> Bytes.of(GET + "a: b\r\n".repeat(10_000) + "\r\n")),
                poured(
                        "head-empty-fields",
                        "30 KiB of fields without a value",
                        () -> Bytes.of(GET + "a:\r\n".repeat(7_500) + "\r\n")),
                poured(
                        "head-long-field",
                        "a field of 1 MiB",
                        () -> Bytes.of(GET + "X: " + "y".repeat(1 << 20) + "\r\n\r\n")),
                poured(
                        "head-etags",
                        "If-None-Match of 30 KiB",
                        () -> Bytes.of(GET + "If-None-Match: " + "\"A:1-x\",".repeat(3_700) + "\r\n\r\n")),
                poured(
                        "head-encodings",
                        "Accept-Encoding of 30 KiB",
                        () -> Bytes.of(GET + "Accept-Encoding: " + "gzip;q=0.001,".repeat(2_300) + "\r\n\r\n")),
                poured(
                        "head-absurd-values",
                        "numbers and credentials that are none",
                        () -> Bytes.of(GET + "Topology-Etag: 1e99\r\nClient-Configuration-Etag: " + "9".repeat(9_000)
                                + "\r\nAuthorization: Bearer " + "t".repeat(9_000) + "\r\nCookie: "
                                + "c=d;".repeat(2_000) + "\r\nIf-Match: \u0000\r\n\r\n")),
                poured(
                        "head-no-http",
                        "bytes that are no HTTP",
                        () -> repeated(new byte[] {22, 3, 1, 0, -1, 10}, 20_000)),
                poured(
                        "head-endless-line",
                        "a line of 1 MiB",
                        () -> Bytes.of("GET /" + "x".repeat(1 << 20) + " HTTP/1.1\r\n" + HOST + "\r\n")),
                poured(
                        "head-old-versions",
                        "HTTP/0.9, 1.0 and 9.9",
                        () -> Bytes.of("GET /\r\n\r\nGET / HTTP/9.9\r\n\r\nGET / HTTP/1.0\r\n\r\n")),
                poured("head-pipelined", "5,000 requests at once", () -> repeated(Bytes.of(GET + "\r\n"), 5_000)),
                poured(
                        "head-pipelined-refusals",
                        "5,000 unknown routes at once",
                        () -> repeated(Bytes.of("GET /x/" + "y".repeat(500) + " HTTP/1.1\r\n" + HOST + "\r\n"), 5_000)),
                watching(
                        "changes-many-watches",
                        "5,000 documents to watch, whose names have 500 letters",
                        () -> watches(5_000, "watch-doc", "d".repeat(495))),
                watching(
                        "changes-many-prefixes",
                        "1,000 prefixes, and documents that match them all",
                        () -> watches(1_000, "watch-prefix", "w")),
                watching(
                        "changes-unknown-commands",
                        "20,000 commands that nobody knows",
                        () -> watches(20_000, "watch-" + "x".repeat(50), "p")),
                watching(
                        "changes-no-json",
                        "5,000 messages of brackets",
                        () -> repeated(frame(TEXT, "[".repeat(8_000)), 500)),
                watching("changes-pings", "50,000 pings", () -> repeated(frame(PING, "p".repeat(125)), 50_000)),
                watching(
                        "changes-empty-frames",
                        "300,000 empty pieces of a message",
                        () -> repeated(new byte[] {0, (byte) 0x80, 1, 2, 3, 4}, 300_000)),
                watching("changes-endless-frame", "a frame of 2^62 bytes", () ->
                        new byte[] {(byte) 0x81, (byte) 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4}),
                watching(
                        "changes-unmasked",
                        "frames without a mask, of reserved kinds",
                        () -> repeated(new byte[] {(byte) 0xf3, 2, 'h', 'i'}, 10_000)));
    }

    private static HostileCase poured(String name, String what, Supplier<byte[]> made) {
        return HostileCase.of(name, what, first -> {
            byte[] bytes = made.get();
            return (stranger, turn) -> stranger.pour(bytes);
        });
    }

    /** Half of the strangers watch, the others write something to be told of. */
    private static HostileCase watching(String name, String what, Supplier<byte[]> made) {
        byte[] document = Bytes.document("Watched", "\"a\":\"" + "x".repeat(2_000) + "\"");
        return HostileCase.of(name, what, first -> {
            byte[] frames = made.get();
            return (stranger, turn) -> {
                if (turn % 2 == 0) {
                    stranger.pour(UPGRADE, frames);
                } else {
                    int ignored = stranger.db("PUT", "docs?id=wwwwwwwwwwwwwwww/" + turn % 100, document);
                }
            };
        });
    }

    private static byte[] watches(int count, String command, String parameter) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            String name =
                    command.equals("watch-prefix") ? "w".repeat(1 + i % 16) + (i < 16 ? "" : "/" + i) : parameter + i;
            frames.writeBytes(frame(
                    TEXT, "{\"CommandId\":" + i + ",\"Command\":\"" + command + "\",\"Param\":\"" + name + "\"}"));
        }
        return frames.toByteArray();
    }

    /** Returns a whole message, whose mask changes nothing. */
    private static byte[] frame(int kind, String text) {
        byte[] payload = Bytes.of(text);
        byte[] size = payload.length < 126
                ? new byte[] {(byte) (0x80 | payload.length)}
                : new byte[] {(byte) (0x80 | 126), (byte) (payload.length >> 8), (byte) payload.length};
        return Bytes.joined(new byte[] {(byte) (0x80 | kind)}, size, new byte[4], payload);
    }
}
