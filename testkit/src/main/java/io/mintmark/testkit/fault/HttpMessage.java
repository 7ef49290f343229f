package io.mintmark.testkit.fault;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one HTTP/1.1 request or reply, parsed just enough to find its end.
 *
 * <p>It is held whole in memory, up to 64 MiB, which is enough for tests.
 */
final class HttpMessage {
    private static final int BYTES_MAX = 64 << 20;
    private static final int SWITCHING_PROTOCOLS = 101;
    private static final byte[] HEAD_END = {'\r', '\n', '\r', '\n'};

    private final byte[] bytes;
    private final String head;

    private HttpMessage(byte[] bytes, String head) {
        this.bytes = bytes;
        this.head = head;
    }

    /** Reads a request; null at the end of the stream. */
    static @Nullable HttpMessage request(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        String head = head(in, bytes);
        if (head.isEmpty()) {
            return null;
        }
        body(in, bytes, head, false);
        return new HttpMessage(bytes.toByteArray(), head);
    }

    /** Reads the reply to {@code request}, and drops what the server says before it: the whole request is there. */
    static HttpMessage reply(InputStream in, HttpMessage request) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        String head;
        int status;
        do {
            bytes.reset();
            head = head(in, bytes);
            if (head.isEmpty()) {
                throw new EOFException("the server closed its connection instead of an answer");
            }
            status = Integer.parseInt(head.substring(9, 12));
        } while (status < 200 && status != SWITCHING_PROTOCOLS);
        if (!request.head.startsWith("HEAD ") && status != 204 && status != 304) {
            body(in, bytes, head, true);
        }
        return new HttpMessage(bytes.toByteArray(), head);
    }

    private static String head(InputStream in, ByteArrayOutputStream bytes) throws IOException {
        int matched = 0;
        while (matched < HEAD_END.length) {
            int next = in.read();
            if (next < 0) {
                if (bytes.size() > 0) {
                    throw new EOFException("the stream ends inside a message's head");
                }
                return "";
            }
            bytes.write(next);
            matched = next == HEAD_END[matched] ? matched + 1 : next == HEAD_END[0] ? 1 : 0;
            requireRoom(bytes, 0);
        }
        return bytes.toString(ISO_8859_1);
    }

    private static void body(InputStream in, ByteArrayOutputStream bytes, String head, boolean untilEnd)
            throws IOException {
        String length = field(head, "content-length");
        if (field(head, "transfer-encoding").contains("chunked")) {
            chunks(in, bytes);
        } else if (!length.isEmpty()) {
            exactly(in, bytes, Long.parseLong(length));
        } else if (untilEnd) {
            for (int next = in.read(); next >= 0; next = in.read()) {
                bytes.write(next);
                requireRoom(bytes, 0);
            }
        }
    }

    private static void chunks(InputStream in, ByteArrayOutputStream bytes) throws IOException {
        for (long size = size(in, bytes); size > 0; size = size(in, bytes)) {
            exactly(in, bytes, size + 2);
        }
        boolean isTrailer;
        do {
            isTrailer = !line(in, bytes).isBlank();
        } while (isTrailer);
    }

    private static long size(InputStream in, ByteArrayOutputStream bytes) throws IOException {
        return Long.parseLong(line(in, bytes).split(";", 2)[0].strip(), 16);
    }

    private static String line(InputStream in, ByteArrayOutputStream bytes) throws IOException {
        requireRoom(bytes, 0);
        StringBuilder line = new StringBuilder();
        while (line.length() < 1_024) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the stream ends inside a message's body");
            }
            bytes.write(next);
            if (next == '\n') {
                return line.toString();
            }
            line.append((char) next);
        }
        throw new IOException("a line around chunks has more than 1,024 characters");
    }

    private static void exactly(InputStream in, ByteArrayOutputStream bytes, long count) throws IOException {
        requireRoom(bytes, count);
        byte[] part = in.readNBytes((int) count);
        bytes.write(part);
        if (part.length < count) {
            throw new EOFException("the stream ends inside a message's body");
        }
    }

    private static void requireRoom(ByteArrayOutputStream bytes, long more) throws IOException {
        if (more < 0 || more > BYTES_MAX - bytes.size()) {
            throw new IOException("a message may have " + BYTES_MAX + " bytes here at most");
        }
    }

    private static String field(String head, String name) {
        for (String line : head.toLowerCase(Locale.ROOT).split("\r\n", -1)) {
            if (line.startsWith(name + ":")) {
                return line.substring(name.length() + 1).strip();
            }
        }
        return "";
    }

    /** Returns whether the sender closes the connection after it. */
    boolean endsConnection() {
        return field(head, "connection").contains("close");
    }

    byte[] bytes() {
        return bytes;
    }

    /** Returns the number of bytes that count as half of it: half of a bare head, or the head and half of the body. */
    int half() {
        int body = bytes.length - head.length();
        return body == 0 ? bytes.length / 2 : head.length() + body / 2;
    }
}
