package io.mintmark.server.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
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
 * <p>Nothing is re-written: a member keeps its order, its white space inside, and the spelling of its numbers. Not
 * thread-safe only in that nobody may change the bytes meanwhile.
 */
public final class JsonMembers {
    /** Where a member lies: from its name's first quote to the end of its value. */
    private record Span(String name, int start, int valueStart, int end) {}

    private final byte[] bytes;
    private final int offset;
    private final int length;
    private final List<Span> members;

    private JsonMembers(byte[] bytes, int offset, int length, List<Span> members) {
        this.bytes = bytes;
        this.offset = offset;
        this.length = length;
        this.members = members;
    }

    /**
     * Scans the object at {@code offset}, and validates all that is in it.
     *
     * @throws InvalidJsonException if the bytes are not one JSON object
     */
    public static JsonMembers scan(Json json, byte[] bytes, int offset, int length) {
        Utf8.require(bytes, offset, length);
        try (JsonParser parser = json.parse(bytes, offset, length)) {
            return new JsonMembers(bytes, offset, length, spans(parser));
        } catch (JsonProcessingException e) {
            throw InvalidJsonException.of(e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory cannot fail", e);
        }
    }

    private static List<Span> spans(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new InvalidJsonException("A JSON object is expected, but " + describe(parser) + " came.");
        }
        List<Span> spans = new ArrayList<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            int start = tokenStart(parser);
            parser.nextToken();
            int valueStart = tokenStart(parser);
            parser.skipChildren();
            parser.finishToken();
            spans.add(new Span(
                    name, start, valueStart, (int) parser.currentLocation().getByteOffset()));
        }
        if (parser.nextToken() != null) {
            throw new InvalidJsonException("One JSON object is expected, but more follows it.");
        }
        return spans;
    }

    private static int tokenStart(JsonParser parser) {
        return (int) parser.currentTokenLocation().getByteOffset();
    }

    private static String describe(JsonParser parser) {
        JsonToken token = parser.currentToken();
        return token == null ? "nothing" : token.toString();
    }

    /**
     * Returns the value of a member as JSON, or null if there is none.
     *
     * @throws InvalidJsonException if the object names the member twice
     */
    public byte @Nullable [] value(String name) {
        Span found = null;
        for (Span member : members) {
            if (member.name().equals(name)) {
                if (found != null) {
                    throw new InvalidJsonException("The object names its member " + name + " twice: name it once.");
                }
                found = member;
            }
        }
        return found == null ? null : copy(found.valueStart(), found.end());
    }

    /** Tells whether both objects have the same members with the same bytes, in whatever order; names count once. */
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
        return copy(member.valueStart(), member.end());
    }

    /** Returns the object without some members; as received if it has none of them. */
    public byte[] without(Set<String> names) {
        if (members.stream().noneMatch(member -> names.contains(member.name()))) {
            return copy(0, length);
        }
        ByteArrayOutputStream kept = new ByteArrayOutputStream(length);
        kept.write('{');
        for (Span member : members) {
            if (!names.contains(member.name())) {
                if (kept.size() > 1) {
                    kept.write(',');
                }
                kept.write(bytes, offset + member.start(), member.end() - member.start());
            }
        }
        kept.write('}');
        return kept.toByteArray();
    }

    private byte[] copy(int from, int to) {
        return Arrays.copyOfRange(bytes, offset + from, offset + to);
    }
}
