package io.mintmark.server.documents;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.protocol.ErrorType;
import io.mintmark.server.http.ApiException;
import io.mintmark.server.json.InvalidJsonException;
import io.mintmark.server.json.Json;
import io.mintmark.server.storage.DocumentBatch;
import io.mintmark.server.storage.DocumentCommand;
import io.mintmark.server.storage.Expectation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the body of {@code bulk_docs} in one pass into the commands that it holds. */
final class BatchParser {
    private final Json json;
    private final Incoming incoming;

    BatchParser(Json json, Incoming incoming) {
        this.json = json;
        this.incoming = incoming;
    }

    /**
     * Reads a batch.
     *
     * @throws InvalidJsonException if the body is no JSON object with an array {@code Commands}
     * @throws ApiException if a command is none that this server knows
     */
    DocumentBatch parse(byte[] body, IdentityPartsSeparator separator) {
        try (JsonParser parser = json.parse(body)) {
            return new Reading(parser, body, separator).batch();
        } catch (JsonProcessingException e) {
            throw InvalidJsonException.of(e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory cannot fail", e);
        }
    }

    /** One body while it is read. */
    private final class Reading {
        private final JsonParser parser;
        private final byte[] body;
        private final IdentityPartsSeparator separator;
        private final List<DocumentCommand> commands = new ArrayList<>();

        Reading(JsonParser parser, byte[] body, IdentityPartsSeparator separator) {
            this.parser = parser;
            this.body = body;
            this.separator = separator;
        }

        DocumentBatch batch() throws IOException {
            require(parser.nextToken() == JsonToken.START_OBJECT, "The body must be a JSON object with Commands.");
            boolean found = false;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (name.equals("Commands")) {
                    require(value == JsonToken.START_ARRAY && !found, "Commands must be one array.");
                    found = true;
                    readCommands();
                } else if (name.equals("TransactionMode")) {
                    refuseClusterWide();
                } else {
                    parser.skipChildren();
                }
            }
            require(found, "The body must have an array Commands.");
            require(parser.nextToken() == null, "Nothing may follow the JSON object.");
            return new DocumentBatch(commands, separator);
        }

        private void refuseClusterWide() throws IOException {
            String mode = parser.getValueAsString("");
            if (mode.equalsIgnoreCase("ClusterWide")) {
                throw new ApiException(
                        ErrorType.NOT_SUPPORTED,
                        "Cluster-wide transactions are not supported by this server: use a session of one node.");
            }
        }

        private void readCommands() throws IOException {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                require(parser.currentToken() == JsonToken.START_OBJECT, "Each command must be a JSON object.");
                commands.add(readCommand());
            }
        }

        private DocumentCommand readCommand() throws IOException {
            CommandMembers members = new CommandMembers();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                switch (name) {
                    case "Id" -> members.id = text(name, value);
                    case "ChangeVector" -> members.changeVector = text(name, value);
                    case "Type" -> members.type = text(name, value);
                    case "Document" -> readSpan(value, members);
                    default -> parser.skipChildren();
                }
            }
            return command(members);
        }

        private @Nullable String text(String name, JsonToken value) throws IOException {
            require(
                    value == JsonToken.VALUE_STRING || value == JsonToken.VALUE_NULL,
                    "A command's " + name + " must be a text or null.");
            return value == JsonToken.VALUE_NULL ? null : parser.getText();
        }

        private void readSpan(JsonToken value, CommandMembers members) throws IOException {
            int start = (int) parser.currentTokenLocation().getByteOffset();
            parser.skipChildren();
            if (value == JsonToken.START_OBJECT) {
                members.documentStart = start;
                members.documentEnd = (int) parser.currentLocation().getByteOffset();
            } else {
                require(value == JsonToken.VALUE_NULL, "A command's Document must be a JSON object or null.");
            }
        }

        private DocumentCommand command(CommandMembers members) {
            String type = members.type == null ? "" : members.type;
            Expectation expectation = Expectation.parse(members.changeVector);
            return switch (type) {
                case "PUT" -> put(members, expectation);
                case "DELETE" ->
                    new DocumentCommand.Delete(DocumentId.of(members.id == null ? "" : members.id), expectation);
                case "" -> throw new InvalidJsonException("A command must have a Type, PUT or DELETE.");
                default ->
                    throw new ApiException(
                            ErrorType.NOT_SUPPORTED,
                            "Commands of the type '" + (type.length() > 40 ? type.substring(0, 40) + "…" : type)
                                    + "' are not supported by this server: it knows PUT and DELETE.");
            };
        }

        private DocumentCommand put(CommandMembers members, Expectation expectation) {
            if (members.documentEnd == 0) {
                throw new InvalidJsonException("A command of the type PUT must have a Document.");
            }
            IdTemplate template = IdTemplate.parse(members.id, separator);
            IdentityRule.require(template, expectation);
            int length = members.documentEnd - members.documentStart;
            return new DocumentCommand.Put(template, expectation, incoming.cut(body, members.documentStart, length));
        }
    }

    /** What was read of a command so far; its members come in any order. */
    private static final class CommandMembers {
        private @Nullable String id;
        private @Nullable String changeVector;
        private @Nullable String type;
        private int documentStart;
        private int documentEnd;
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new InvalidJsonException(message);
        }
    }
}
