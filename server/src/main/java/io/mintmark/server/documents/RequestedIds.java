package io.mintmark.server.documents;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.mintmark.protocol.ErrorType;
import io.mintmark.server.conformance.DocumentMembers;
import io.mintmark.support.InvalidJsonException;
import io.mintmark.support.Json;
import io.mintmark.web.http.ApiException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The ids in a body {@code {"Ids":[…]}}: read in one pass, and no more of them than one request may ask for. */
final class RequestedIds {
    private RequestedIds() {}

    /**
     * Reads the ids; an empty text stands for null.
     *
     * @throws ApiException if there is not one array of texts, or there are too many
     * @throws InvalidJsonException if the body is no JSON object
     */
    static List<String> read(Json json, byte[] body) {
        return json.read(body, RequestedIds::ids);
    }

    private static List<String> ids(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new InvalidJsonException("The body must be a JSON object.");
        }
        List<String> ids = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            boolean wanted = name.equals("Ids");
            JsonToken value = parser.nextToken();
            if (!wanted) {
                DocumentMembers.IDS.skip(name, parser, value);
            } else if (value == JsonToken.START_ARRAY && ids == null) {
                ids = elements(parser);
            } else {
                throw noArray();
            }
        }
        if (parser.nextToken() != null) {
            throw new InvalidJsonException("Nothing may follow the JSON object.");
        }
        if (ids == null) {
            throw noArray();
        }
        return ids;
    }

    private static List<String> elements(JsonParser parser) throws IOException {
        List<String> ids = new ArrayList<>();
        for (JsonToken value = parser.nextToken(); value != JsonToken.END_ARRAY; value = parser.nextToken()) {
            if (!value.isScalarValue()) {
                throw noArray();
            }
            LoadedDocuments.requireNotTooMany(ids.size() + 1);
            ids.add(value == JsonToken.VALUE_NULL ? "" : parser.getText());
        }
        return ids;
    }

    private static ApiException noArray() {
        return new ApiException(ErrorType.ARGUMENT, "Ids must be one array of document ids.");
    }
}
