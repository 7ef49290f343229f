package io.mintmark.server.plain;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.protocol.ErrorType;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Query;

/**
 * A parameter of a route: what it may be, for the server and for its description.
 *
 * @param name the name, or that of a place in the path
 * @param kind what its value is
 * @param required whether a request must have it
 * @param least the lowest number
 * @param most the highest number
 * @param description one sentence
 */
record PlainParameter(String name, Kind kind, boolean required, long least, long most, String description) {
    /** What a value is, and where it stands. */
    enum Kind {
        /** A text in the path. */
        PART,
        /** A whole number in the path, which its route checks. */
        NUMBER_PART,
        /** An idempotency key in the header. */
        KEY,
        /** A text in the query. */
        TEXT,
        /** A whole number in the query. */
        NUMBER,
        /** {@code true} or {@code false} in the query. */
        FLAG
    }

    static PlainParameter part(String name, String description) {
        return new PlainParameter(name, Kind.PART, true, 0, 0, description);
    }

    static PlainParameter numberPart(String name, long least, long most, String description) {
        return new PlainParameter(name, Kind.NUMBER_PART, true, least, most, description);
    }

    static PlainParameter text(String name, String description) {
        return new PlainParameter(name, Kind.TEXT, false, 0, 0, description);
    }

    static PlainParameter flag(String name, String description) {
        return new PlainParameter(name, Kind.FLAG, false, 0, 0, description);
    }

    static PlainParameter number(String name, long least, long most, String description) {
        return new PlainParameter(name, Kind.NUMBER, false, least, most, description);
    }

    static PlainParameter key(String name, String description) {
        return new PlainParameter(name, Kind.KEY, false, 0, 0, description);
    }

    PlainParameter asRequired() {
        return new PlainParameter(name, kind, true, least, most, description);
    }

    boolean isInPath() {
        return kind == Kind.PART || kind == Kind.NUMBER_PART;
    }

    boolean isInQuery() {
        return !isInPath() && kind != Kind.KEY;
    }

    /** Returns whether it stands in the query by that name, which compares without case. */
    boolean isCalled(String text) {
        return isInQuery() && name.equalsIgnoreCase(text);
    }

    /** Refuses a value that it may not have, and its absence where it is required; the path has its parts. */
    void require(Query query) {
        if (!isInQuery() || (!required && query.sent(name).isEmpty())) {
            return;
        }
        String ignored = query.required(name);
        if (kind == Kind.NUMBER) {
            requireWithin(query.requiredNumber(name));
        } else if (kind == Kind.FLAG) {
            boolean alsoIgnored = query.flag(name);
        }
    }

    private void requireWithin(long number) {
        if (number < least || number > most) {
            throw new ApiException(
                    ErrorType.ARGUMENT, name + " must be " + least + " to " + most + ": " + name + "=" + number);
        }
    }

    /** Returns its description in OpenAPI. */
    ObjectNode described() {
        ObjectNode described = JsonNodeFactory.instance.objectNode();
        described.put("name", name).put("in", isInPath() ? "path" : isInQuery() ? "query" : "header");
        described.put("required", required).put("description", description);
        ObjectNode schema = described.putObject("schema");
        switch (kind) {
            case PART, TEXT -> schema.put("type", "string").put("minLength", 1);
            case KEY -> schema.put("type", "string").put("pattern", "^" + IdempotencyKey.LEGAL + "$");
            case FLAG -> schema.put("type", "boolean");
            case NUMBER, NUMBER_PART ->
                schema.put("type", "integer")
                        .put("format", "int64")
                        .put("minimum", least)
                        .put("maximum", most);
        }
        return described;
    }
}
