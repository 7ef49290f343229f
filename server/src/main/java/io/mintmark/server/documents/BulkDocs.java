package io.mintmark.server.documents;

import com.fasterxml.jackson.core.JsonGenerator;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.RavenTime;
import io.mintmark.server.conformance.DocumentMembers;
import io.mintmark.server.databases.Database;
import io.mintmark.server.databases.Databases;
import io.mintmark.server.documents.batch.BatchParser;
import io.mintmark.server.documents.batch.KeptHere;
import io.mintmark.server.documents.batch.NamedLives;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.support.Json;
import io.mintmark.support.Pending;
import io.mintmark.web.http.Answer;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.LaterReply;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Commands that take effect together: what {@code saveChanges} sends. */
final class BulkDocs {
    /** Most results whose reply costs next to nothing to write. */
    private static final int FEW = 8;

    private final Databases databases;
    private final BatchParser parser;
    private final FollowedPlaces places = new FollowedPlaces();

    BulkDocs(Databases databases, BatchParser parser) {
        this.databases = databases;
        this.parser = parser;
    }

    Answer answer(Request request) {
        refuseMultipart(request);
        DocumentMembers.BATCH_PARAMETERS.check(request.query());
        ReplicaWait.check(request.query());
        Database database = databases.require(request);
        NamedLives.require(request, database);
        DocumentBatch batch = parser.parse(request.body(), database.separator(), request::keepInMemory);
        Optional<IndexesWait> wait = IndexesWait.asked(request.query());
        if (wait.isPresent()) {
            return followed(request, database, batch, wait.get());
        }
        Pending<List<CommandResult>> commit = database.storage().submit(batch, request.party());
        LaterReply reply = new LaterReply(commit, results -> reply(request, results));
        return batch.commands().size() > FEW ? reply.costly() : reply;
    }

    /** A waiting batch keeps one of the places of requests at work, so that few of them may wait. */
    private Answer followed(Request request, Database database, DocumentBatch batch, IndexesWait wait) {
        Object sender = request.sender()
                .<Object>map(name -> name)
                .orElseGet(() -> request.party().key());
        Runnable giveBack = places.take(database.name(), sender);
        try {
            Pending<List<CommandResult>> commit = database.storage().submit(batch, request.party());
            return new FollowedBatch(commit, wait, database.follower(), request::hasLeft)
                    .reply(results -> reply(request, results), giveBack);
        } catch (RuntimeException | Error e) {
            giveBack.run();
            throw e;
        }
    }

    private static Reply reply(Request request, List<CommandResult> results) {
        RaisedCounters.tell(request, results);
        Reply reply = Reply.json(201, Json.writeObject(json -> {
            json.writeArrayFieldStart("Results");
            for (CommandResult result : results) {
                write(result, json);
            }
            json.writeEndArray();
        }));
        return KeptHere.tell(reply, results);
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
