package io.mintmark.support;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.mintmark.support.JsonMembers.Sought;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One walk of a parser through {@code bytes}; its positions count from {@code origin}. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record MemberScan(JsonParser parser, byte[] bytes, int origin) {
    /** One member: where it lies, and its own members if they were looked for. */
    record Span(
            String name,
            int start,
            int valueStart,
            int end,
            @Nullable JsonMembers inside) {}

    JsonMembers object(Sought sought) throws IOException {
        int start = tokenStart();
        List<Span> spans = spans(sought);
        return new JsonMembers(bytes, start, here(), sought, spans);
    }

    List<Span> spans(@Nullable Sought sought) throws IOException {
        List<Span> spans = new ArrayList<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            if (sought == null || sought.names().contains(name)) {
                if (sought != null
                        && spans.stream().anyMatch(span -> span.name().equals(name))) {
                    throw namedTwice(name);
                }
                spans.add(span(name, sought));
            } else {
                JsonToken ignored = parser.nextToken();
                parser.skipChildren();
            }
        }
        return spans;
    }

    private Span span(String name, @Nullable Sought sought) throws IOException {
        int start = tokenStart();
        boolean object = parser.nextToken() == JsonToken.START_OBJECT;
        int valueStart = tokenStart();
        JsonMembers inside =
                object && sought != null && name.equals(sought.opened()) ? object(sought.withinOpened()) : null;
        if (inside == null) {
            parser.skipChildren();
        }
        return new Span(name, start, valueStart, endOfValue(valueStart), inside);
    }

    /**
     * Returns where the value ends that was read. The parser stands there, but for a text: it would have to decode
     * that, which takes several times its bytes; it validates the text when it goes on.
     */
    private int endOfValue(int valueStart) {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            return here();
        }
        int at = valueStart + 1;
        while (at < bytes.length && bytes[at] != '"') {
            at += bytes[at] == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    private int tokenStart() {
        return origin + (int) parser.currentTokenLocation().getByteOffset();
    }

    private int here() {
        return origin + (int) parser.currentLocation().getByteOffset();
    }

    static InvalidJsonException namedTwice(String name) {
        return new InvalidJsonException("The object names its member " + name + " twice: name it once.");
    }
}
