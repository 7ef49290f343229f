package io.mintmark.server.documents.batch;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.server.conformance.DocumentMembers;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.Overwrite;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.support.InvalidJsonException;
import io.mintmark.support.Json;
import io.mintmark.web.http.ApiException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** Reads the body of {@code bulk_docs} in one pass into the commands that it holds. */
public final class BatchParser {
    /**
     * What a command without content takes. Parsed, a deletion has 124 bytes and the storing of an empty document 196
     * (what 300,000 of them leave in the heap after a full collection); the rest is for its rows while it is evaluated,
     * its result, and its part of the reply.
     */
    private static final int BYTES_A_COMMAND = 640;

    /** A small batch claims nothing beyond what each request has anyway. */
    private static final int CLAIMED_AT_ONCE = 16;

    private final Json json;
    private final PutCommands puts;

    /** Reads by {@code json}; {@code puts} makes the commands that store documents. */
    public BatchParser(Json json, PutCommands puts) {
        this.json = json;
        this.puts = puts;
    }

    /**
     * Reads a batch.
     *
     * @param memory is told of bytes before commands take them, with what they come to; it may refuse them
     * @throws InvalidJsonException if the body is no JSON object with an array {@code Commands}
     * @throws ApiException if a command is none that this server knows
     */
    public DocumentBatch parse(byte[] body, IdentityPartsSeparator separator, LongConsumer memory) {
        return json.read(body, parser -> new Reading(parser, body, separator, memory).batch());
    }

    /** One body while it is read. */
    private final class Reading {
        private final JsonParser parser;
        private final byte[] body;
        private final IdentityPartsSeparator separator;
        private final LongConsumer memory;
        private final List<DocumentCommand> commands = new ArrayList<>();

        Reading(JsonParser parser, byte[] body, IdentityPartsSeparator separator, LongConsumer memory) {
            this.memory = memory;
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
                } else {
                    DocumentMembers.BATCH.skip(name, parser, value);
                }
            }
            require(found, "The body must have an array Commands.");
            require(parser.nextToken() == null, "Nothing may follow the JSON object.");
            return new DocumentBatch(commands, separator);
        }

        private void readCommands() throws IOException {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                require(parser.currentToken() == JsonToken.START_OBJECT, "Each command must be a JSON object.");
                if (commands.size() % CLAIMED_AT_ONCE == 0) {
                    memory.accept((long) CLAIMED_AT_ONCE * BYTES_A_COMMAND);
                }
                commands.add(readCommand());
            }
        }

        private DocumentCommand readCommand() throws IOException {
            CommandMembers members = CommandMembers.read(parser, body, 0);
            return switch (members.type()) {
                case "PUT" -> puts.put(members, separator, Overwrite.ALWAYS);
                case "DELETE" -> delete(members);
                default -> throw members.unknownType("by this server", "PUT and DELETE");
            };
        }

        private static DocumentCommand delete(CommandMembers members) {
            members.requireSupported();
            String id = members.id();
            return new DocumentCommand.Delete(
                    DocumentId.of(id == null ? "" : id), Expectation.parse(members.changeVector()));
        }
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new InvalidJsonException(message);
        }
    }
}
