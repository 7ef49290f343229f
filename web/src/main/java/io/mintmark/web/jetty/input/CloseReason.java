package io.mintmark.web.jetty.input;

import java.nio.charset.StandardCharsets;

/** Why a WebSocket ends, in as many bytes as its last frame has room for. */
final class CloseReason {
    /** RFC 6455, 5.5: 125 bytes, of which the code takes two. */
    private static final int BYTES_MAX = 123;

    private static final String CUT = "…";

    private CloseReason() {}

    /** Returns the whole sentences of {@code text} that fit; of a first sentence that is too long, its beginning. */
    static String of(String text) {
        if (fits(text)) {
            return text;
        }
        int end = 0;
        for (int next = text.indexOf(". "); next >= 0 && fits(text.substring(0, next + 1)); ) {
            end = next + 1;
            next = text.indexOf(". ", end);
        }
        return end > 0 ? text.substring(0, end) : cut(text);
    }

    private static String cut(String text) {
        int end = Math.min(text.length(), BYTES_MAX);
        while (!fits(text.substring(0, end) + CUT) || Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(0, end) + CUT;
    }

    private static boolean fits(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length <= BYTES_MAX;
    }
}
