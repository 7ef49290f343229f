package io.mintmark.server.documents.batch;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.server.conformance.DocumentMembers;
import io.mintmark.support.InvalidJsonException;
import io.mintmark.support.JsonMembers;
import io.mintmark.web.http.ApiException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One command as it was sent, its members in any order: what a batch has many of and a bulk insert is a stream of. */
final class CommandMembers {
    /** More than any id, change vector or type has, whatever is escaped in it. */
    private static final int TEXT_BYTES_MAX = 64 << 10;

    private static final int SHOWN_BYTES = 40;

    private String type = "";
    private @Nullable String id;
    private @Nullable String changeVector;
    private @Nullable JsonMembers document;
    private @Nullable ApiException refusal;

    private CommandMembers() {}

    /**
     * Reads the command whose opening brace is the parser's current token, up to its closing brace.
     *
     * @param bytes what the parser parses, from {@code origin} on
     */
    static CommandMembers read(JsonParser parser, byte[] bytes, int origin) throws IOException {
        CommandMembers members = new CommandMembers();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (name) {
                case "Id", "ChangeVector", "Type" -> {
                    requireShort(name, parser, bytes, origin);
                    members.set(name, text(name, value, parser));
                }
                case "Document" -> members.document = document(value, parser, bytes, origin);
                default -> members.skip(name, parser, value);
            }
        }
        return members;
    }

    private void set(String name, @Nullable String text) {
        switch (name) {
            case "Id" -> id = text;
            case "ChangeVector" -> changeVector = text;
            default -> type = text == null ? "" : text;
        }
    }

    /** Looks for the end of a text before it is decoded, which takes several times its bytes. */
    private static void requireShort(String name, JsonParser parser, byte[] bytes, int origin) {
        int from = origin + (int) parser.currentTokenLocation().getByteOffset();
        int to = Math.min(bytes.length, from + TEXT_BYTES_MAX);
        boolean isText = bytes[from] == '"';
        for (int at = from + 1; isText && at < to; at++) {
            if (bytes[at] == '"') {
                return;
            }
            at += bytes[at] == '\\' ? 1 : 0;
        }
        if (isText && to < bytes.length) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "A command's " + name + " must not exceed " + TEXT_BYTES_MAX + " bytes, but one begins with '"
                            + new String(bytes, from + 1, SHOWN_BYTES, StandardCharsets.UTF_8) + "': shorten it.");
        }
    }

    /** The first that is not supported is told of, once the type is known and known to be supported itself. */
    private void skip(String name, JsonParser parser, JsonToken value) throws IOException {
        ApiException later = DocumentMembers.COMMAND.judge(name, parser, value).orElse(null);
        refusal = refusal == null ? later : refusal;
    }

    private static @Nullable String text(String name, JsonToken value, JsonParser parser) throws IOException {
        require(
                value == JsonToken.VALUE_STRING || value == JsonToken.VALUE_NULL,
                "A command's " + name + " must be a text or null.");
        return value == JsonToken.VALUE_NULL ? null : parser.getText();
    }

    private static @Nullable JsonMembers document(JsonToken value, JsonParser parser, byte[] bytes, int origin)
            throws IOException {
        if (value == JsonToken.START_OBJECT) {
            return JsonMembers.read(parser, bytes, origin, DocumentSplitter.SOUGHT);
        }
        require(value == JsonToken.VALUE_NULL, "A command's Document must be a JSON object or null.");
        return null;
    }

    /** Refuses a command with a member that is not supported. */
    void requireSupported() {
        if (refusal != null) {
            throw refusal;
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

    /** Returns the document, whose metadata was looked into, if there is one. */
    @Nullable JsonMembers document() {
        return document;
    }

    /** Returns the refusal of a command whose type is not among the {@code known} ones of that {@code place}. */
    RuntimeException unknownType(String place, String known) {
        if (type.isEmpty()) {
            return new InvalidJsonException("A command must have a Type: " + known + ".");
        }
        return new ApiException(
                ErrorType.NOT_SUPPORTED,
                "Commands of the type '" + Printable.brief(type) + "' are not supported " + place + ": it knows "
                        + known + ".");
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new InvalidJsonException(message);
        }
    }
}
