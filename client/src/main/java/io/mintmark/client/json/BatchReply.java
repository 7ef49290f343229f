package io.mintmark.client.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The reply to a batch: the results of its commands, in their order. */
public final class BatchReply {
    private static final JsonFactory FACTORY = new JsonFactory();

    /**
     * The result of one command.
     *
     * @param id the final id of a stored document; empty for a deleted one
     * @param changeVector its version
     * @param lastModified when it was stored, by the server's clock
     */
    public record Result(String id, String changeVector, String lastModified) {}

    private BatchReply() {}

    /** Reads the body; throws {@link IOException} if it is not the reply to a batch. */
    public static List<Result> read(byte[] body) throws IOException {
        List<Result> results = new ArrayList<>();
        boolean found = false;
        try (JsonParser parser = FACTORY.createParser(body)) {
            JsonToken ignored = parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean wanted = parser.currentName().equals("Results");
                if (parser.nextToken() == JsonToken.START_ARRAY && wanted) {
                    found = true;
                    while (parser.nextToken() == JsonToken.START_OBJECT) {
                        results.add(result(parser));
                    }
                    if (parser.currentToken() != JsonToken.END_ARRAY) {
                        throw new IOException("the reply to a batch has a result that is no object");
                    }
                } else {
                    parser.skipChildren();
                }
            }
        }
        if (!found) {
            throw new IOException("the reply to a batch must have an array Results");
        }
        return results;
    }

    private static Result result(JsonParser parser) throws IOException {
        String id = "";
        String changeVector = "";
        String lastModified = "";
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (value == JsonToken.VALUE_STRING) {
                switch (name) {
                    case "@id" -> id = parser.getText();
                    case "@change-vector" -> changeVector = parser.getText();
                    case "@last-modified" -> lastModified = parser.getText();
                    default -> {}
                }
            } else {
                parser.skipChildren();
            }
        }
        return new Result(id, changeVector, lastModified);
    }
}
