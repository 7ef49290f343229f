package io.mintmark.lab.attack.script;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/**
 * How one kind of hostile client behaves.
 *
 * @param name what to call it
 * @param opening what it sends as soon as it is connected
 * @param drip what it sends again and again, if the server took what came before
 * @param dripMillis how often it does, 0 for never
 * @param reads whether it reads what comes
 * @param leaveMillis how long after it came it leaves without a word, 0 for never
 * @param returnMillis how long after its end it comes back
 * @param share how many of a hundred hostile clients are of this kind
 * @param raw whether it sends its bytes as they are, also to a server that speaks TLS
 */
public record Script(
        String name,
        byte[] opening,
        byte[] drip,
        long dripMillis,
        boolean reads,
        long leaveMillis,
        long returnMillis,
        int share,
        boolean raw) {

    /** Speaks TLS where the server does. */
    public Script(
            String name,
            byte[] opening,
            byte[] drip,
            long dripMillis,
            boolean reads,
            long leaveMillis,
            long returnMillis,
            int share) {
        this(name, opening, drip, dripMillis, reads, leaveMillis, returnMillis, share, false);
    }

    static final String DATABASE = "/databases/attack";
    static final byte[] NOTHING = {};
    /** In its place each connection sends a number that no other one has. */
    static final String NUMBER = "0000000000";

    private static final String HOST = "Host: localhost\r\n";
    private static final byte[] A_BYTE = {'x'};
    private static final int BOMB_BYTES = 64 << 20;

    /** All kinds; their shares add up to a hundred. */
    public static List<Script> all(long dripMillis) {
        byte[] post = ascii(head("POST " + DATABASE + "/bulk_docs", "Content-Length: 8000000\r\n"));
        byte[] largeList = ascii(head("GET " + DATABASE + "/docs?startsWith=large/&pageSize=1000", ""));
        List<Script> all = new ArrayList<>(List.of(
                resting("silent", NOTHING, 8),
                resting("half a head", ascii("GET " + DATABASE + "/docs?id=a HTTP/1.1\r\nHo"), 16),
                dripping("a head drip by drip", ascii("GET / HTTP/1.1\r\nA: "), dripMillis, 16),
                resting("half a body", joined(post, new byte[100_000]), 9),
                dripping("a body drip by drip", post, dripMillis, 15),
                new Script("deaf", joined(largeList, largeList), NOTHING, 0, false, 0, 1_000, 13),
                returning("oversized", ascii("GET /?" + "x".repeat(60_000) + " HTTP/1.1\r\n"), 2_000, 3),
                returning("gzip bomb", bomb("gzip"), 10_000, 1),
                returning("zstd bomb", bomb("zstd"), 10_000, 1)));
        all.addAll(StreamScripts.all(dripMillis));
        all.addAll(SocketScripts.all());
        return all;
    }

    private static Script resting(String name, byte[] opening, int share) {
        return returning(name, opening, 1_000, share);
    }

    private static Script returning(String name, byte[] opening, long returnMillis, int share) {
        return new Script(name, opening, NOTHING, 0, true, 0, returnMillis, share);
    }

    private static Script dripping(String name, byte[] opening, long dripMillis, int share) {
        return new Script(name, opening, A_BYTE, dripMillis, true, 0, 1_000, share);
    }

    /** Returns the same, whose requests have {@code headers} that say who calls. */
    Script calledBy(String headers) {
        return headers.isEmpty()
                ? this
                : new Script(
                        name,
                        calledBy(headers, opening),
                        calledBy(headers, drip),
                        dripMillis,
                        reads,
                        leaveMillis,
                        returnMillis,
                        share,
                        raw);
    }

    private static byte[] calledBy(String headers, byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1)
                .replace(HOST, HOST + headers)
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns what the connection of that {@code number} sends first. */
    public byte[] opening(long number) {
        byte[] numbered = opening.clone();
        byte[] digits = ascii(String.format(Locale.ROOT, "%010d", number));
        for (int at = indexOfNumber(0); at >= 0; at = indexOfNumber(at + digits.length)) {
            System.arraycopy(digits, 0, numbered, at, digits.length);
        }
        return numbered;
    }

    private int indexOfNumber(int from) {
        byte[] sought = ascii("?id=" + NUMBER);
        for (int at = from; at + sought.length <= opening.length; at++) {
            if (Arrays.equals(opening, at, at + sought.length, sought, 0, sought.length)) {
                return at + sought.length - NUMBER.length();
            }
        }
        return -1;
    }

    /** Returns the script of a client that does nothing. */
    public static Script idle() {
        return resting("idle", NOTHING, 1);
    }

    private static byte[] bomb(String coding) {
        byte[] bomb = compressed(coding, new byte[1 << 20], 1 + BOMB_BYTES / (1 << 20));
        String headers = "Content-Encoding: " + coding + "\r\nContent-Length: " + bomb.length + "\r\n";
        return joined(ascii(head("POST " + DATABASE + "/bulk_docs", headers)), bomb);
    }

    /** Returns {@code times} times {@code bytes}, compressed by gzip or zstd. */
    static byte[] compressed(String coding, byte[] bytes, int times) {
        ByteArrayOutputStream made = new ByteArrayOutputStream();
        try (OutputStream out = coding.equals("zstd") ? new ZstdOutputStream(made) : new GZIPOutputStream(made)) {
            for (int i = 0; i < times; i++) {
                out.write(bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return made.toByteArray();
    }

    /** Returns the head of a request with that first line. */
    public static String head(String line, String headers) {
        return line + " HTTP/1.1\r\n" + HOST + headers + "\r\n";
    }

    /** Returns the bytes of a text of ASCII. */
    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
