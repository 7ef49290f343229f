package io.mintmark.web.access;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Finds texts at one place of a JSON object, without making a tree of the rest. Stateless. */
final class NamedTexts {
    private NamedTexts() {}

    /**
     * Returns the texts behind a path of names: each is a member of the object so far, and lists on the way are gone
     * through. What stands before a place where {@code json} is malformed is found.
     */
    static List<String> in(byte[] json, String... path) {
        List<String> found = new ArrayList<>();
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                find(parser, path, 0, found);
            }
        } catch (IOException malformed) {
            // It was refused, and names no more.
        }
        return found;
    }

    /** Reads the object that has begun, to its end. */
    private static void find(JsonParser parser, String[] path, int at, List<String> found) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean wanted = parser.currentName().equals(path[at]);
            JsonToken value = parser.nextToken();
            if (wanted) {
                take(parser, value, path, at, found);
            } else {
                parser.skipChildren();
            }
        }
    }

    private static void take(JsonParser parser, JsonToken value, String[] path, int at, List<String> found)
            throws IOException {
        if (value != JsonToken.START_ARRAY) {
            takeOne(parser, value, path, at, found);
            return;
        }
        for (JsonToken each = parser.nextToken();
                each != null && each != JsonToken.END_ARRAY;
                each = parser.nextToken()) {
            takeOne(parser, each, path, at, found);
        }
    }

    /** A path goes no deeper than its names, so this does neither. */
    private static void takeOne(JsonParser parser, JsonToken value, String[] path, int at, List<String> found)
            throws IOException {
        boolean last = at == path.length - 1;
        if (last && value == JsonToken.VALUE_STRING) {
            found.add(parser.getText());
        } else if (!last && value == JsonToken.START_OBJECT) {
            find(parser, path, at + 1, found);
        } else {
            parser.skipChildren();
        }
    }
}
