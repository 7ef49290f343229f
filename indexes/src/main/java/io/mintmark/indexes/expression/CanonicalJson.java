package io.mintmark.indexes.expression;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.internal.Printable;
import io.mintmark.support.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Writes a value so that equal values have equal text: without white space, numbers by their value, texts without
 * escapes that they do not need.
 *
 * <p>Members are ordered by the UTF-16 code units of their names where their order says nothing. That takes no more
 * memory than the value, and the time of sorting the members of each object.
 */
public final class CanonicalJson {
    /** What is nested deeper is refused: no stack bears any depth, and scripts return what they like. */
    private static final int DEPTH_MAX = 1_000;

    private final StringBuilder text = new StringBuilder();
    private final int ordered;
    private final int max;
    private int depth;

    private CanonicalJson(int ordered, int max) {
        this.ordered = ordered;
        this.max = max;
    }

    /**
     * Returns the text of a value whose members are in an order that is to be kept.
     *
     * @param max how many characters it may have, before any more are written
     * @throws EvaluationException if it has more
     */
    public static String of(JsonNode value, int max) {
        return of(value, Integer.MAX_VALUE, max);
    }

    /** Returns the text of a value, the same for all that are equal: the order of members says nothing. */
    public static String ofValue(JsonNode value) {
        return of(value, 0, TextLimit.VALUE_MAX);
    }

    /** Returns whether two values are equal, in whatever order the members of objects are. */
    static boolean areEqual(JsonNode left, JsonNode right) {
        String one = of(left, 0, TextLimit.DOCUMENT_MAX);
        String other = of(right, 0, TextLimit.DOCUMENT_MAX);
        Effort.spend((long) one.length() + other.length());
        return one.equals(other);
    }

    /**
     * Returns the text of several values by their names, which keep their order: each is written as {@link #ofValue}
     * does.
     */
    public static String ofSeveral(JsonNode values) {
        return of(values, 1, TextLimit.VALUE_MAX);
    }

    private static String of(JsonNode value, int ordered, int max) {
        CanonicalJson json = new CanonicalJson(ordered, max);
        json.write(value);
        TextLimit.require(json.text.length(), max, "A value");
        return json.text.toString();
    }

    /** Returns the members of an object in the order of their names. */
    public static Collection<Map.Entry<String, JsonNode>> sorted(JsonNode object) {
        List<Map.Entry<String, JsonNode>> members = new ArrayList<>(object.properties());
        members.sort(Map.Entry.comparingByKey());
        return members;
    }

    private void write(JsonNode value) {
        TextLimit.require(text.length(), max, "A value");
        if (value.isContainerNode()) {
            writeContainer(value);
        } else if (value.isTextual()) {
            writeText(value.textValue());
        } else if (value.isNumber()) {
            text.append(Numbers.text(value));
        } else {
            text.append(value.isBoolean() ? value.asText() : "null");
        }
    }

    private void writeContainer(JsonNode value) {
        if (depth++ == DEPTH_MAX) {
            throw new EvaluationException("A value is nested more than " + DEPTH_MAX
                    + " deep, and no more can be compared: name a part of it.");
        }
        if (value.isObject()) {
            writeObject(value);
        } else {
            writeArray(value);
        }
        depth--;
    }

    /** Half of a pair of surrogates has no form in UTF-8, so it stays escaped. */
    private void writeText(String value) {
        TextLimit.require((long) text.length() + value.length(), max, "A value");
        text.append('"');
        int from = 0;
        if (!Printable.encodable(value).equals(value)) {
            for (int at = 0; at < value.length(); at++) {
                if (isHalf(value, at)) {
                    Json.escape(value.substring(from, at), text);
                    text.append("\\u").append(Integer.toHexString(value.charAt(at)));
                    from = at + 1;
                }
            }
        }
        Json.escape(value.substring(from), text);
        text.append('"');
    }

    private static boolean isHalf(String value, int at) {
        int point = value.codePointAt(at);
        boolean isAlone = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
        return isAlone && (at == 0 || !Character.isSurrogatePair(value.charAt(at - 1), value.charAt(at)));
    }

    private void writeObject(JsonNode object) {
        text.append('{');
        String comma = "";
        boolean keepsOrder = depth <= ordered || object.size() < 2;
        for (Map.Entry<String, JsonNode> member : keepsOrder ? object.properties() : sorted(object)) {
            text.append(comma);
            writeText(member.getKey());
            text.append(':');
            write(member.getValue());
            comma = ",";
        }
        text.append('}');
    }

    private void writeArray(JsonNode array) {
        text.append('[');
        for (Iterator<JsonNode> elements = array.elements(); elements.hasNext(); ) {
            write(elements.next());
            text.append(elements.hasNext() ? "," : "");
        }
        text.append(']');
    }
}
