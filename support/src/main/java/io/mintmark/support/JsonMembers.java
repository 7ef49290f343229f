package io.mintmark.support;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The top-level members of a JSON object, found in one scan, as spans of the bytes it was received in.
 *
 * <p>Nothing is re-written: a member keeps its order, its white space inside, and the spelling of its numbers.
 * Thread-safe while nobody changes the bytes.
 */
public final class JsonMembers {
    /** One member: where it lies, and its own members if they were scanned. */
    private record Span(
            String name,
            int start,
            int valueStart,
            int end,
            @Nullable JsonMembers inside) {}

    private final byte[] bytes;
    private final int start;
    private final int end;
    private final List<Span> members;

    private JsonMembers(byte[] bytes, int start, int end, List<Span> members) {
        this.bytes = bytes;
        this.start = start;
        this.end = end;
        this.members = members;
    }

    /**
     * Scans the object at {@code offset}, and validates everything in it.
     *
     * @throws InvalidJsonException if the bytes are not one JSON object
     */
    public static JsonMembers scan(Json json, byte[] bytes, int offset, int length) {
        return scan(json, bytes, offset, length, "");
    }

    /** Scans likewise, and also the members of the member {@code opened}, for {@link #inside}. */
    public static JsonMembers scan(Json json, byte[] bytes, int offset, int length, String opened) {
        Utf8.require(bytes, offset, length);
        return json.read(bytes, offset, length, parser -> {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new InvalidJsonException("A JSON object is expected, but " + describe(parser) + " came.");
            }
            List<Span> spans = new Scan(parser, bytes, offset).spans(opened);
            if (parser.nextToken() != null) {
                throw new InvalidJsonException("One JSON object is expected, but more follows it.");
            }
            return new JsonMembers(bytes, offset, offset + length, spans);
        });
    }

    /**
     * Reads the object at whose beginning a parser stands to its end, and also the members of its member {@code
     * opened}.
     *
     * @param parser at an opening brace
     * @param bytes the bytes that it parses
     * @param origin where in them it began
     */
    public static JsonMembers read(JsonParser parser, byte[] bytes, int origin, String opened) throws IOException {
        JsonMembers read = new Scan(parser, bytes, origin).object(opened);
        Utf8.require(bytes, read.start, read.end - read.start);
        return read;
    }

    /** One walk of a parser through {@code bytes}; its positions count from {@code origin}. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Scan(JsonParser parser, byte[] bytes, int origin) {
        JsonMembers object(String opened) throws IOException {
            int start = tokenStart();
            List<Span> spans = spans(opened);
            return new JsonMembers(bytes, start, here(), spans);
        }

        List<Span> spans(String opened) throws IOException {
            List<Span> spans = new ArrayList<>();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                int start = tokenStart();
                boolean object = parser.nextToken() == JsonToken.START_OBJECT;
                int valueStart = tokenStart();
                JsonMembers inside = object && name.equals(opened) ? object("") : null;
                if (inside == null) {
                    parser.skipChildren();
                }
                spans.add(new Span(name, start, valueStart, endOfValue(valueStart), inside));
            }
            return spans;
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
    }

    private static String describe(JsonParser parser) {
        JsonToken token = parser.currentToken();
        if (token == null) {
            return "nothing";
        }
        return switch (token) {
            case START_ARRAY -> "an array";
            case VALUE_STRING -> "a string";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            default -> token.asString();
        };
    }

    /**
     * Returns the value of a member as JSON, or null if there is none.
     *
     * @throws InvalidJsonException if the object names the member twice
     */
    public byte @Nullable [] value(String name) {
        Span found = find(name);
        return found == null ? null : bytesOf(found);
    }

    /**
     * Returns the members of the member {@code opened}, or null if there is none.
     *
     * @throws InvalidJsonException if the object names the member twice, or it is no object
     */
    public @Nullable JsonMembers inside(String opened) {
        Span found = find(opened);
        if (found == null) {
            return null;
        }
        if (found.inside() == null) {
            throw new InvalidJsonException("The member " + opened + " must be a JSON object.");
        }
        return found.inside();
    }

    private @Nullable Span find(String name) {
        Span found = null;
        for (Span member : members) {
            if (member.name().equals(name)) {
                if (found != null) {
                    throw new InvalidJsonException("The object names its member " + name + " twice: name it once.");
                }
                found = member;
            }
        }
        return found;
    }

    /** Returns whether both objects have the same members with the same bytes, in any order, and no name twice. */
    public boolean isSameAs(JsonMembers other) {
        Map<String, Span> others = other.byName();
        Map<String, Span> own = byName();
        if (own.size() != members.size() || others.size() != other.members.size() || own.size() != others.size()) {
            return false;
        }
        return own.values().stream().allMatch(member -> {
            Span peer = others.get(member.name());
            return peer != null && Arrays.equals(bytesOf(member), other.bytesOf(peer));
        });
    }

    private Map<String, Span> byName() {
        Map<String, Span> byName = new HashMap<>();
        members.forEach(member -> byName.put(member.name(), member));
        return byName;
    }

    private byte[] bytesOf(Span member) {
        return Arrays.copyOfRange(bytes, member.valueStart(), member.end());
    }

    /** Returns how many bytes the object has. */
    public int length() {
        return end - start;
    }

    /** Returns the object without the members of these names; as received if it has none of them. */
    public byte[] without(Set<String> names) {
        if (!hasAny(names)) {
            return Arrays.copyOfRange(bytes, start, end);
        }
        byte[] kept = new byte[end - start];
        kept[0] = '{';
        int length = 1;
        for (Span member : members) {
            if (!names.contains(member.name())) {
                if (length > 1) {
                    kept[length++] = ',';
                }
                int count = member.end() - member.start();
                System.arraycopy(bytes, member.start(), kept, length, count);
                length += count;
            }
        }
        kept[length++] = '}';
        return Arrays.copyOf(kept, length);
    }

    private boolean hasAny(Set<String> names) {
        for (Span member : members) {
            if (names.contains(member.name())) {
                return true;
            }
        }
        return false;
    }
}
