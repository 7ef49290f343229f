package io.mintmark.client.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.client.exceptions.ServerError;
import io.mintmark.client.http.Reply;
import io.mintmark.client.http.Request;
import io.mintmark.internal.Printable;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/** Reads the one JSON shape in which servers refuse; a reply of another shape is described instead. */
public final class ErrorBody {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MESSAGE_CHARS_MAX = 4_000;

    private ErrorBody() {}

    /** Returns what {@code reply} says about {@code request}. */
    public static ServerError read(Request request, Reply reply) {
        URI url = URI.create(reply.node() + request.target());
        JsonNode body = tree(reply.body());
        String message =
                text(body, "Message").or(() -> text(body, "Error")).orElse("The reply says no more than its status.");
        return new ServerError(
                reply.status(),
                url,
                text(body, "Type").orElse(""),
                message.length() <= MESSAGE_CHARS_MAX ? message : Printable.cut(message, MESSAGE_CHARS_MAX) + "...",
                text(body, "Id").or(() -> text(body, "DocId")),
                text(body, "ExpectedChangeVector"),
                text(body, "ActualChangeVector"));
    }

    private static JsonNode tree(byte[] body) {
        try {
            return JSON.readTree(body);
        } catch (IOException noJson) {
            return JSON.missingNode();
        }
    }

    private static Optional<String> text(JsonNode body, String member) {
        JsonNode value = body.path(member);
        return value.isTextual() ? Optional.of(value.textValue()) : Optional.empty();
    }
}
