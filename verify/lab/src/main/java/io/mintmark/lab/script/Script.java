package io.mintmark.lab.script;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

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
 * @param caller whose credential it shows, as {@link Credentials#as} names them; empty for none of its own
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
        boolean raw,
        String caller) {

    /** In its place each connection sends a number that no other one has. */
    private static final String NUMBER = "0000000000";

    private static final String HOST = "Host: localhost\r\n";

    /** Returns the same, whose requests have {@code headers} that say who calls. */
    Script calledBy(String headers) {
        return new Script(
                name,
                calledBy(headers, opening),
                calledBy(headers, drip),
                dripMillis,
                reads,
                leaveMillis,
                returnMillis,
                share,
                raw,
                caller);
    }

    private static byte[] calledBy(String headers, byte[] bytes) {
        return headers.isEmpty()
                ? bytes
                : new String(bytes, StandardCharsets.ISO_8859_1)
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

    /** Returns the head of a request with that first line. */
    public static String head(String line, String headers) {
        return line + " HTTP/1.1\r\n" + HOST + headers + "\r\n";
    }

    /** Returns the bytes of a text of ASCII. */
    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
