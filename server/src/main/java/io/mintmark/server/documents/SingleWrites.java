package io.mintmark.server.documents;

import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.protocol.Parameters;
import io.mintmark.server.databases.Database;
import io.mintmark.server.databases.Databases;
import io.mintmark.server.documents.batch.DocumentSplitter;
import io.mintmark.server.documents.batch.IdentityExpectation;
import io.mintmark.server.documents.batch.KeptHere;
import io.mintmark.server.documents.batch.NamedLives;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.support.Json;
import io.mintmark.support.Pending;
import io.mintmark.web.http.Answer;
import io.mintmark.web.http.LaterReply;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import java.util.List;
import java.util.function.Function;

/** One document put or deleted by a request of its own: a batch of one command. */
final class SingleWrites {
    private final Databases databases;
    private final DocumentSplitter splitter;

    SingleWrites(Databases databases, DocumentSplitter splitter) {
        this.databases = databases;
        this.splitter = splitter;
    }

    Answer put(Request request) {
        Database database = databases.require(request);
        IdTemplate template =
                IdTemplate.parse(request.query().first(Parameters.ID).orElse(null), database.separator());
        Expectation expectation = Validators.expectation(request);
        IdentityExpectation.require(template, expectation);
        NamedLives.require(request, database);
        byte[] body = request.body();
        DocumentCommand put = new DocumentCommand.Put(template, expectation, splitter.split(body));
        return whenStored(request, database, put, result -> {
            RaisedCounters.tell(request, List.of(result));
            return stored((CommandResult.Stored) result);
        });
    }

    private static Reply stored(CommandResult.Stored stored) {
        Reply reply = Reply.json(201, Json.writeObject(json -> {
            json.writeStringField("Id", stored.id().text());
            json.writeStringField("ChangeVector", stored.changeVector());
        }));
        return KeptHere.tell(reply, List.of(stored));
    }

    Answer delete(Request request) {
        Database database = databases.require(request);
        DocumentId id = DocumentId.of(request.query().required(Parameters.ID));
        DocumentCommand delete = new DocumentCommand.Delete(id, Validators.expectation(request));
        return whenStored(request, database, delete, deleted -> Reply.empty(204));
    }

    private static Answer whenStored(
            Request request, Database database, DocumentCommand command, Function<CommandResult, Reply> reply) {
        DocumentBatch batch = new DocumentBatch(List.of(command), database.separator());
        Pending<List<CommandResult>> commit = database.storage().submit(batch, request.party());
        return new LaterReply(commit, results -> reply.apply(results.get(0)));
    }
}
