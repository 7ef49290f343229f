package io.mintmark.lab.attack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * How one kind of hostile client behaves.
 *
 * @param name what to call it
 * @param opening what it sends as soon as it is connected
 * @param dripMillis how often it sends one more byte, 0 for never
 * @param reads whether it reads what comes
 * @param returnMillis how long after its end it comes back
 * @param share how many of a hundred hostile clients are of this kind
 */
record Script(String name, byte[] opening, long dripMillis, boolean reads, long returnMillis, int share) {
    private static final String DATABASE = "/databases/attack";
    private static final int BOMB_BYTES = 64 << 20;

    /** All kinds; their shares add up to a hundred. */
    static List<Script> all(long dripMillis) {
        byte[] post = ascii(head("POST " + DATABASE + "/bulk_docs", "Content-Length: 8000000\r\n"));
        byte[] largeList = ascii(head("GET " + DATABASE + "/docs?startsWith=large/&pageSize=1000", ""));
        return List.of(
                new Script("silent", new byte[0], 0, true, 1_000, 10),
                new Script("half a head", ascii("GET " + DATABASE + "/docs?id=a HTTP/1.1\r\nHo"), 0, true, 1_000, 20),
                new Script("a head drip by drip", ascii("GET / HTTP/1.1\r\nA: "), dripMillis, true, 1_000, 20),
                new Script("half a body", joined(post, new byte[100_000]), 0, true, 1_000, 10),
                new Script("a body drip by drip", post, dripMillis, true, 1_000, 20),
                new Script("deaf", joined(largeList, largeList), 0, false, 1_000, 15),
                new Script("oversized", ascii("GET /?" + "x".repeat(60_000) + " HTTP/1.1\r\n"), 0, true, 2_000, 4),
                new Script("gzip bomb", bomb(), 0, true, 5_000, 1));
    }

    /** Returns what a client does that does nothing. */
    static Script idle() {
        return new Script("idle", new byte[0], 0, true, 1_000, 1);
    }

    private static byte[] bomb() {
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i <= BOMB_BYTES / zeros.length; i++) {
                out.write(zeros);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String headers = "Content-Encoding: gzip\r\nContent-Length: " + gzip.size() + "\r\n";
        return joined(ascii(head("POST " + DATABASE + "/bulk_docs", headers)), gzip.toByteArray());
    }

    static String head(String line, String headers) {
        return line + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] joined(byte[] first, byte[] second) {
        byte[] both = java.util.Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
