package io.mintmark.server.documents.batch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.mintmark.protocol.ErrorType;
import io.mintmark.server.conformance.DocumentMembers;
import io.mintmark.support.InvalidJsonException;
import io.mintmark.support.Json;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.SubRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads the body of {@code multi_get} in one pass into the requests that it holds. */
final class MultiGetParser {
    static final int PARTS_MAX = 1024;
    /** Room for as many ids as one request may ask for; each is decoded into an object of its own. */
    private static final int TARGET_CHARS_MAX = 1 << 20;

    /** A body that is given as a text is decoded: as many ids as one request may ask for fit. */
    private static final int CONTENT_CHARS_MAX = 8 << 20;

    private static final int HEADERS_MAX = 64;
    private static final byte[] NOTHING = {};

    private final Json json;

    MultiGetParser(Json json) {
        this.json = json.withTextsUpTo(CONTENT_CHARS_MAX);
    }

    /**
     * Reads the requests.
     *
     * @throws InvalidJsonException if the body is no JSON object with an array {@code Requests} of objects that have a
     *     path as their {@code Url}
     */
    List<SubRequest> parse(byte[] body) {
        return json.read(body, parser -> new Reading(parser, body).parts());
    }

    /** One body while it is read. */
    private static final class Reading {
        private final JsonParser parser;
        private final byte[] body;
        private final List<SubRequest> parts = new ArrayList<>();

        Reading(JsonParser parser, byte[] body) {
            this.parser = parser;
            this.body = body;
        }

        List<SubRequest> parts() throws IOException {
            require(parser.nextToken() == JsonToken.START_OBJECT, "The body must be a JSON object with Requests.");
            boolean found = false;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (name.equals("Requests")) {
                    require(value == JsonToken.START_ARRAY && !found, "Requests must be one array.");
                    found = true;
                    readParts();
                } else {
                    DocumentMembers.REQUESTS.skip(name, parser, value);
                }
            }
            require(found, "The body must have an array Requests.");
            require(parser.nextToken() == null, "Nothing may follow the JSON object.");
            return parts;
        }

        private void readParts() throws IOException {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                require(parser.currentToken() == JsonToken.START_OBJECT, "Each request must be a JSON object.");
                if (parts.size() == PARTS_MAX) {
                    throw new ApiException(
                            ErrorType.ARGUMENT,
                            "One multi_get may hold at most " + PARTS_MAX
                                    + " requests, but this one holds more: send them in several.");
                }
                parts.add(readPart());
            }
        }

        private SubRequest readPart() throws IOException {
            String url = "";
            String query = "";
            String method = "";
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            byte[] content = NOTHING;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                switch (name) {
                    case "Url" -> url = text(name, value);
                    case "Query" -> query = text(name, value);
                    case "Method" -> method = text(name, value);
                    case "Headers" -> readHeaders(value, headers);
                    case "Content" -> content = content(value);
                    default -> DocumentMembers.REQUEST.skip(name, parser, value);
                }
            }
            require(url.startsWith("/"), "A request's Url must be a path that begins with '/'.");
            requireAtMost(TARGET_CHARS_MAX, url.length() + query.length(), "characters of Url and Query");
            return new SubRequest(method.isEmpty() ? "GET" : method, target(url, query), headers, content);
        }

        private static String target(String url, String query) {
            return query.isEmpty() || query.startsWith("?") ? url + query : url + '?' + query;
        }

        private void readHeaders(JsonToken value, Map<String, String> headers) throws IOException {
            if (value == JsonToken.VALUE_NULL) {
                return;
            }
            require(value == JsonToken.START_OBJECT, "A request's Headers must be a JSON object or null.");
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                String text = text("Headers", parser.nextToken());
                if (!text.isBlank()) {
                    require(headers.put(name, text) == null, "A request's Headers must name each field once.");
                    requireAtMost(HEADERS_MAX, headers.size(), "Headers");
                }
            }
        }

        /** Returns a text, which is empty for null. */
        private String text(String name, JsonToken value) throws IOException {
            require(
                    value == JsonToken.VALUE_STRING || value == JsonToken.VALUE_NULL,
                    "A request's " + name + " must be text or null.");
            return value == JsonToken.VALUE_NULL ? "" : parser.getText();
        }

        /** A text is the body itself; an object is the JSON that it is, as received. */
        private byte[] content(JsonToken value) throws IOException {
            if (value == JsonToken.VALUE_STRING) {
                return parser.getText().getBytes(UTF_8);
            }
            int start = (int) parser.currentTokenLocation().getByteOffset();
            parser.skipChildren();
            if (value == JsonToken.VALUE_NULL) {
                return NOTHING;
            }
            require(value == JsonToken.START_OBJECT, "A request's Content must be a JSON object, text or null.");
            return Arrays.copyOfRange(
                    body, start, (int) parser.currentLocation().getByteOffset());
        }
    }

    private static void requireAtMost(int max, int count, String what) {
        if (count > max) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "A request inside a multi_get may have at most " + max + " " + what + ", but one has " + count
                            + ": send less, ids in the body of a POST.");
        }
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new InvalidJsonException(message);
        }
    }
}
