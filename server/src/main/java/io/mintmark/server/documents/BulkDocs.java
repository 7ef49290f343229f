package io.mintmark.server.documents;

import com.fasterxml.jackson.core.JsonGenerator;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.RavenTime;
import io.mintmark.server.databases.Database;
import io.mintmark.server.databases.Databases;
import io.mintmark.server.databases.RequestParty;
import io.mintmark.server.documents.command.BatchParser;
import io.mintmark.server.http.Answer;
import io.mintmark.server.http.ApiException;
import io.mintmark.server.http.LaterReply;
import io.mintmark.server.http.Reply;
import io.mintmark.server.http.Request;
import io.mintmark.server.json.Json;
import io.mintmark.server.members.DocumentMembers;
import io.mintmark.server.storage.Pending;
import io.mintmark.server.storage.document.CommandResult;
import io.mintmark.server.storage.document.DocumentBatch;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Commands that take effect together: what {@code saveChanges} sends. */
final class BulkDocs {
    /** Most results whose reply costs next to nothing to write. */
    private static final int FEW = 8;

    private final Databases databases;
    private final BatchParser parser;

    BulkDocs(Databases databases, BatchParser parser) {
        this.databases = databases;
        this.parser = parser;
    }

    Answer answer(Request request) {
        refuseMultipart(request);
        DocumentMembers.BATCH_PARAMETERS.check(request.query());
        ReplicaWait.check(request.query());
        Database database = databases.require(request);
        DocumentBatch batch = parser.parse(request.body(), database.separator());
        Optional<IndexesWait> wait = IndexesWait.asked(request.query());
        Pending<List<CommandResult>> commit = database.storage().submit(batch, RequestParty.of(request));
        if (wait.isPresent()) {
            return new FollowedBatch(commit, wait.get(), database.follower()).reply(BulkDocs::reply);
        }
        LaterReply reply = new LaterReply(commit::whenSettled, () -> reply(commit.await()));
        return batch.commands().size() > FEW ? reply.costly() : reply;
    }

    private static Reply reply(List<CommandResult> results) {
        return Reply.json(201, Json.write(json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("Results");
            for (CommandResult result : results) {
                write(result, json);
            }
            json.writeEndArray();
            json.writeEndObject();
        }));
    }

    private static void refuseMultipart(Request request) {
        boolean multipart = request.header("Content-Type")
                .filter(type -> type.regionMatches(true, 0, "multipart/", 0, 10))
                .isPresent();
        if (multipart) {
            throw new ApiException(
                    ErrorType.NOT_SUPPORTED, "Attachments are not supported by this server: send JSON alone.");
        }
    }

    private static void write(CommandResult result, JsonGenerator json) throws IOException {
        json.writeStartObject();
        if (result instanceof CommandResult.Stored stored) {
            json.writeStringField("Type", "PUT");
            json.writeStringField("@id", stored.id().text());
            json.writeStringField("@collection", stored.collection());
            json.writeStringField("@change-vector", stored.changeVector());
            json.writeStringField("@last-modified", RavenTime.format(stored.modified()));
        } else {
            CommandResult.Deleted deleted = (CommandResult.Deleted) result;
            json.writeStringField("Type", "DELETE");
            json.writeStringField("Id", deleted.id().text());
            json.writeBooleanField("Deleted", deleted.existed());
        }
        json.writeEndObject();
    }
}
