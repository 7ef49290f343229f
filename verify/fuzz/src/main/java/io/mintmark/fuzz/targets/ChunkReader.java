package io.mintmark.fuzz.targets;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads chunks as RFC 9112, section 7.1 defines them, in the plainest way: the measure for the server's reader. */
final class ChunkReader {
    /** Zeros in front of it mean nothing, and a reader may take no more digits than it needs. */
    private static final Pattern SIZE = Pattern.compile("[0-9A-Fa-f]{1,7}");

    private static final Pattern SIZE_WITH_EXTENSIONS = Pattern.compile("0*([0-9A-Fa-f]{1,7})[ \t]*(?:;.*)?");
    private static final String LINE_END = "\r\n";

    private final String text;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private int at;
    private boolean strict = true;

    /**
     * A body.
     *
     * @param end where it ends
     * @param strict whether it has neither extensions nor trailers nor anything else that a reader may refuse
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Body(byte[] bytes, int end, boolean strict) {}

    private ChunkReader(byte[] bytes) {
        this.text = new String(bytes, ISO_8859_1);
    }

    /** Returns the body that {@code bytes} begin with, or nothing if they begin with none. */
    static Optional<Body> read(byte[] bytes) {
        return new ChunkReader(bytes).body();
    }

    private Optional<Body> body() {
        while (true) {
            int size = size();
            if (size < 0 || at + size > text.length()) {
                return Optional.empty();
            }
            if (size == 0) {
                return trailers() ? Optional.of(new Body(body.toByteArray(), at, strict)) : Optional.empty();
            }
            body.writeBytes(text.substring(at, at + size).getBytes(ISO_8859_1));
            at += size;
            if (!text.startsWith(LINE_END, at)) {
                return Optional.empty();
            }
            at += LINE_END.length();
        }
    }

    /** Returns the size of the next chunk, or -1. */
    private int size() {
        int end = text.indexOf(LINE_END, at);
        String line = end < 0 ? "" : text.substring(at, end);
        var found = SIZE_WITH_EXTENSIONS.matcher(line);
        if (!found.matches()) {
            return -1;
        }
        strict &= SIZE.matcher(line).matches();
        at = end + LINE_END.length();
        return Integer.parseInt(found.group(1), 16);
    }

    /** Passes over the trailers up to the empty line; returns whether there is one. */
    private boolean trailers() {
        for (int end = text.indexOf(LINE_END, at); end >= 0; end = text.indexOf(LINE_END, at)) {
            boolean empty = end == at;
            at = end + LINE_END.length();
            if (empty) {
                return true;
            }
            strict = false;
        }
        return false;
    }
}
