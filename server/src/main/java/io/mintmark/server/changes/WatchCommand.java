package io.mintmark.server.changes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.protocol.ErrorType;
import io.mintmark.support.InvalidJsonException;
import io.mintmark.support.Json;
import io.mintmark.web.http.ApiException;

/**
 * One command of a client, {@code {"CommandId":1,"Command":"watch-doc","Param":"users/1"}}.
 *
 * @param id the number by which the client knows it
 * @param name what is asked for
 * @param param what it is asked for; empty if nothing is named
 */
record WatchCommand(long id, String name, String param) {

    /** Reads a command; one that cannot be answered by its number ends the connection. */
    static WatchCommand read(Json json, byte[] message) {
        ObjectNode members;
        try {
            members = json.object(message);
        } catch (InvalidJsonException e) {
            throw malformed("a JSON object: " + e.getMessage());
        }
        JsonNode id = members.path("CommandId");
        if (!id.isIntegralNumber() || !id.canConvertToLong()) {
            throw malformed("given a CommandId that is a whole number");
        }
        JsonNode name = members.path("Command");
        if (!name.isTextual()) {
            throw malformed("given a Command that is a text");
        }
        return new WatchCommand(id.asLong(), name.asText(), text(members.path("Param")));
    }

    private static String text(JsonNode param) {
        if (param.isMissingNode() || param.isNull()) {
            return "";
        }
        if (!param.isTextual()) {
            throw malformed("given a Param that is a text, or none");
        }
        return param.asText();
    }

    private static ApiException malformed(String rule) {
        return new ApiException(ErrorType.BAD_REQUEST, "A command must be " + rule);
    }
}
