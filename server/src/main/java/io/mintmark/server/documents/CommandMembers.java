package io.mintmark.server.documents;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.mintmark.protocol.ErrorType;
import io.mintmark.server.http.ApiException;
import io.mintmark.server.json.InvalidJsonException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One command as it was sent, its members in any order: what a batch has many of and a bulk insert is a stream of. */
final class CommandMembers {
    private static final int TYPE_CHARS_SHOWN_MAX = 40;

    private String type = "";
    private @Nullable String id;
    private @Nullable String changeVector;
    private int documentStart;
    private int documentEnd;

    private CommandMembers() {}

    /** Reads the command whose opening brace is the parser's current token, up to its closing brace. */
    static CommandMembers read(JsonParser parser) throws IOException {
        CommandMembers members = new CommandMembers();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (name) {
                case "Id" -> members.id = text(name, value, parser);
                case "ChangeVector" -> members.changeVector = text(name, value, parser);
                case "Type" -> {
                    String type = text(name, value, parser);
                    members.type = type == null ? "" : type;
                }
                case "Document" -> members.readSpan(value, parser);
                default -> parser.skipChildren();
            }
        }
        return members;
    }

    private static @Nullable String text(String name, JsonToken value, JsonParser parser) throws IOException {
        require(
                value == JsonToken.VALUE_STRING || value == JsonToken.VALUE_NULL,
                "A command's " + name + " must be a text or null.");
        return value == JsonToken.VALUE_NULL ? null : parser.getText();
    }

    private void readSpan(JsonToken value, JsonParser parser) throws IOException {
        int start = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        if (value == JsonToken.START_OBJECT) {
            documentStart = start;
            documentEnd = (int) parser.currentLocation().getByteOffset();
        } else {
            require(value == JsonToken.VALUE_NULL, "A command's Document must be a JSON object or null.");
        }
    }

    /** Returns what kind of command it is; empty if it does not say. */
    String type() {
        return type;
    }

    @Nullable String id() {
        return id;
    }

    @Nullable String changeVector() {
        return changeVector;
    }

    /** Tells whether there is a document. */
    boolean hasDocument() {
        return documentEnd > 0;
    }

    /** Returns where the document begins, counted from where the parser did. */
    int documentStart() {
        return documentStart;
    }

    int documentLength() {
        return documentEnd - documentStart;
    }

    /** Returns the refusal of a command whose type is not among the {@code known} ones of that {@code place}. */
    RuntimeException unknownType(String place, String known) {
        if (type.isEmpty()) {
            return new InvalidJsonException("A command must have a Type: " + known + ".");
        }
        String shown = type.length() > TYPE_CHARS_SHOWN_MAX ? type.substring(0, TYPE_CHARS_SHOWN_MAX) + "…" : type;
        return new ApiException(
                ErrorType.NOT_SUPPORTED,
                "Commands of the type '" + shown + "' are not supported " + place + ": it knows " + known + ".");
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new InvalidJsonException(message);
        }
    }
}
