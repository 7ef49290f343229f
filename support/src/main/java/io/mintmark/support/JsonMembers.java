package io.mintmark.support;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.mintmark.support.MemberScan.Span;
import java.io.IOException;
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
 * An object may have a million members of six bytes, so only those that are sought are remembered, where all are not
 * needed. Thread-safe while nobody changes the bytes.
 */
public final class JsonMembers {
    /**
     * The members that are looked for, each of which an object may name once; immutable.
     *
     * @param names their names
     * @param opened the one of them whose own members are looked for as well; empty for none
     * @param inside the names of those
     */
    public record Sought(Set<String> names, String opened, Set<String> inside) {
        /** Returns a search for one member. */
        public static Sought only(String name) {
            return new Sought(Set.of(name), "", Set.of());
        }

        /** Returns a search for one member and some of its own. */
        public static Sought only(String name, Set<String> inside) {
            return new Sought(Set.of(name), name, inside);
        }

        /** Returns the search within {@link #opened}. */
        Sought withinOpened() {
            return new Sought(inside, "", Set.of());
        }
    }

    private final byte[] bytes;
    private final int start;
    private final int end;
    private final @Nullable Sought sought;
    private final List<Span> members;

    JsonMembers(byte[] bytes, int start, int end, @Nullable Sought sought, List<Span> members) {
        this.bytes = bytes;
        this.start = start;
        this.end = end;
        this.sought = sought;
        this.members = members;
    }

    /**
     * Scans the object at {@code offset}, validates everything in it, and remembers all members, which may take many
     * times its bytes.
     *
     * @throws InvalidJsonException if the bytes are not one JSON object
     */
    public static JsonMembers scan(Json json, byte[] bytes, int offset, int length) {
        return scanned(json, bytes, offset, length, null);
    }

    /**
     * Scans likewise, and remembers the members that are {@code sought} alone.
     *
     * @throws InvalidJsonException if the bytes are not one JSON object, or it names one of these twice
     */
    public static JsonMembers scan(Json json, byte[] bytes, int offset, int length, Sought sought) {
        return scanned(json, bytes, offset, length, sought);
    }

    private static JsonMembers scanned(Json json, byte[] bytes, int offset, int length, @Nullable Sought sought) {
        Utf8.require(bytes, offset, length);
        return json.read(bytes, offset, length, parser -> {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new InvalidJsonException("A JSON object is expected, but " + describe(parser) + " came.");
            }
            List<Span> spans = new MemberScan(parser, bytes, offset).spans(sought);
            if (parser.nextToken() != null) {
                throw new InvalidJsonException("One JSON object is expected, but more follows it.");
            }
            return new JsonMembers(bytes, offset, offset + length, sought, spans);
        });
    }

    /**
     * Reads the object at whose beginning a parser stands to its end, and remembers the members that are {@code
     * sought}.
     *
     * @param parser at an opening brace
     * @param bytes the bytes that it parses
     * @param origin where in them it began
     */
    public static JsonMembers read(JsonParser parser, byte[] bytes, int origin, Sought sought) throws IOException {
        JsonMembers read = new MemberScan(parser, bytes, origin).object(sought);
        Utf8.require(bytes, read.start, read.end - read.start);
        return read;
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
        requireSought(name);
        Span found = null;
        for (Span member : members) {
            if (member.name().equals(name)) {
                if (found != null) {
                    throw MemberScan.namedTwice(name);
                }
                found = member;
            }
        }
        return found;
    }

    private void requireSought(String name) {
        if (sought != null && !sought.names().contains(name)) {
            throw new IllegalArgumentException("the member " + name + " was not looked for: " + sought.names());
        }
    }

    /**
     * Returns whether both objects have the same members with the same bytes, in any order, and no name twice.
     *
     * @throws IllegalStateException if not all members of both are remembered
     */
    public boolean isSameAs(JsonMembers other) {
        if (sought != null || other.sought != null) {
            throw new IllegalStateException("only objects whose members are all remembered can be compared");
        }
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

    /** Returns the object without the members of these names, and else as received. */
    public byte[] without(Set<String> names) {
        names.forEach(this::requireSought);
        byte[] kept = new byte[end - start];
        int length = 0;
        int from = start;
        for (Span member : members) {
            if (names.contains(member.name())) {
                System.arraycopy(bytes, from, kept, length, member.start() - from);
                length += member.start() - from;
                from = afterSpace(member.end());
                if (bytes[from] == ',') {
                    from++;
                } else {
                    length = beforeComma(kept, length);
                }
            }
        }
        System.arraycopy(bytes, from, kept, length, end - from);
        return Arrays.copyOf(kept, length + end - from);
    }

    private int afterSpace(int at) {
        int after = at;
        while (isSpace(bytes[after])) {
            after++;
        }
        return after;
    }

    /** Returns where the comma stands that ends {@code kept}; its end where it ends with the opening brace. */
    private static int beforeComma(byte[] kept, int length) {
        int before = length;
        while (isSpace(kept[before - 1])) {
            before--;
        }
        return kept[before - 1] == ',' ? before - 1 : before;
    }

    /** RFC 8259 2. */
    private static boolean isSpace(byte letter) {
        return letter == ' ' || letter == '\n' || letter == '\t' || letter == '\r';
    }
}
