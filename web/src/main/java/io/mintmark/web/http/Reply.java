package io.mintmark.web.http;

import io.mintmark.internal.Printable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A reply to the client: a status, header fields and a body. Immutable; the body's bytes are not copied, so nobody may
 * change them later.
 */
public final class Reply implements Answer {
    /** The type of nearly all bodies. */
    public static final String JSON = "application/json; charset=utf-8";

    private static final byte[] NOTHING = {};
    private static final byte LINE_END = '\n';
    private static final int LINE_ENDED_BYTES_MAX = 64 << 10;

    /** One header field. */
    public record Field(String name, String value) {}

    private final int status;
    private final @Nullable String contentType;
    private final byte[] body;
    private final @Nullable BodyWriter writer;
    private final List<Field> fields;

    private Reply(
            int status, @Nullable String contentType, byte[] body, @Nullable BodyWriter writer, List<Field> fields) {
        this.status = status;
        this.contentType = contentType;
        this.body = body;
        this.writer = writer;
        this.fields = fields;
    }

    /** Returns a reply whose body is the JSON text {@code utf8}. */
    public static Reply json(int status, byte[] utf8) {
        return new Reply(status, JSON, utf8, null, List.of());
    }

    /** Returns a reply without a body. */
    public static Reply empty(int status) {
        return new Reply(status, null, NOTHING, null, List.of());
    }

    /** Returns a reply with a {@code body} of any kind, named by {@code contentType}. */
    public static Reply text(int status, String contentType, byte[] body) {
        return new Reply(status, contentType, body, null, List.of());
    }

    /**
     * Returns a reply whose JSON body {@code writer} writes part by part while it is sent. A failure before the first
     * bytes left becomes an error reply; after that the connection is cut, so that nobody takes a part for the whole.
     */
    public static Reply stream(int status, BodyWriter writer) {
        return stream(status, JSON, writer);
    }

    /** Returns the same with a body of any kind, named by {@code contentType}. */
    public static Reply stream(int status, String contentType, BodyWriter writer) {
        return new Reply(status, contentType, NOTHING, writer, List.of());
    }

    /** Returns this reply with one more header field; control characters in {@code value} become question marks. */
    public Reply header(String name, String value) {
        List<Field> more = new ArrayList<>(fields.size() + 1);
        more.addAll(fields);
        more.add(new Field(name, Printable.of(value)));
        return new Reply(status, contentType, body, writer, more);
    }

    /**
     * Returns this reply with a line end behind its JSON, so that a terminal's next line begins at its own; a body in
     * memory that is larger than a screen shows is left as it is.
     */
    public Reply withLineEnd() {
        BodyWriter original = writer;
        boolean json = JSON.equals(contentType) || ProblemBody.MEDIA_TYPE.equals(contentType);
        if (!json || body.length > LINE_ENDED_BYTES_MAX) {
            return this;
        }
        if (original != null) {
            return new Reply(status, contentType, body, new LineEnded(original), fields);
        }
        byte[] ended = Arrays.copyOf(body, body.length + 1);
        ended[body.length] = LINE_END;
        return new Reply(status, contentType, ended, null, fields);
    }

    /** A body with a line end behind it. */
    private record LineEnded(BodyWriter original) implements BodyWriter {
        @Override
        public boolean writePart(OutputStream out) throws IOException {
            boolean more = original.writePart(out);
            if (!more) {
                out.write(LINE_END);
            }
            return more;
        }

        @Override
        public void sent() {
            original.sent();
        }

        @Override
        public void release() {
            original.release();
        }
    }

    /** Returns this reply without its body, which is released: what HEAD asks for. */
    Reply withoutBody() {
        if (writer != null) {
            writer.release();
        }
        return new Reply(status, null, NOTHING, null, fields);
    }

    /** Returns this reply, which no cache on the way may keep: what it hands out, or shows, is true once. */
    public Reply notStored() {
        return header("Cache-Control", "no-store");
    }

    /** Returns this reply; {@code translation} applies to failures while its body is written. */
    @Override
    public Reply translatingFailures(UnaryOperator<RuntimeException> translation) {
        BodyWriter original = writer;
        if (original == null) {
            return this;
        }
        return new Reply(status, contentType, body, new Translated(original, translation), fields);
    }

    /** A body whose failures are translated. */
    private record Translated(BodyWriter original, UnaryOperator<RuntimeException> translation) implements BodyWriter {
        @Override
        public boolean writePart(OutputStream out) throws IOException {
            try {
                return original.writePart(out);
            } catch (RuntimeException e) {
                throw translation.apply(e);
            }
        }

        @Override
        public void sent() {
            original.sent();
        }

        @Override
        public void release() {
            original.release();
        }
    }

    @Override
    public Reply await() {
        return this;
    }

    /** Returns the status code. */
    public int status() {
        return status;
    }

    /** Returns the header fields by name; the values of a name that came more than once are joined by commas. */
    public Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        fields.forEach(field -> headers.merge(field.name(), field.value(), (a, b) -> a + ", " + b));
        return headers;
    }

    /** Returns whether there is a body. */
    public boolean hasBody() {
        return writer != null || body.length > 0;
    }

    /** Writes the next part of the body, if any, to {@code out}, leaves that open, and returns whether more follows. */
    public boolean writePartTo(OutputStream out) throws IOException {
        if (writer != null) {
            return writer.writePart(out);
        }
        out.write(body);
        return false;
    }

    boolean isJsonOrEmpty() {
        return !hasBody() || JSON.equals(contentType);
    }

    /** Returns the media type of the body, or null without one. */
    public @Nullable String contentType() {
        return contentType;
    }

    /** Returns the body that is in memory; empty if there is a {@link #writer}. Not copied. */
    public byte[] body() {
        return body;
    }

    /** Returns what writes the body part by part, if anything does. */
    public Optional<BodyWriter> writer() {
        return Optional.ofNullable(writer);
    }

    /** Returns the header fields in the order in which they were added. */
    public List<Field> fields() {
        return fields;
    }
}
