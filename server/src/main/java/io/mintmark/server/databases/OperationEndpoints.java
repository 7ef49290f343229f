package io.mintmark.server.databases;

import com.fasterxml.jackson.core.JsonGenerator;
import io.mintmark.document.NodeTag;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Headers;
import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.RavenTime;
import io.mintmark.protocol.Routes;
import io.mintmark.support.Json;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operations: numbers for them, what became of them, and their early end. */
public final class OperationEndpoints {
    /** How RavenDB's clients tell one shape of a result from another. */
    private static final String TYPES = "Raven.Client.Documents.Operations.";

    private final Databases databases;
    private final NodeTag nodeTag;

    /** Answers for all {@code databases}. */
    public OperationEndpoints(Databases databases, NodeTag nodeTag) {
        this.databases = databases;
        this.nodeTag = nodeTag;
    }

    /** Adds the routes to {@code router}. */
    public void addTo(Router router) {
        router.addChanging("GET", Routes.OPERATION_NEXT_ID, this::nextId)
                .add("GET", Routes.OPERATION_STATE, this::state)
                .add("POST", Routes.OPERATION_KILL, this::kill)
                .add("GET", Routes.OPERATIONS, this::list);
    }

    private Reply nextId(Request request) {
        Database database = databases.require(request);
        long id = database.operations().nextId();
        return Reply.json(200, Json.writeObject(json -> {
                    json.writeNumberField("Id", id);
                    json.writeStringField("NodeTag", nodeTag.text());
                }))
                .header(Headers.LIFE, database.storageToRead(request).life())
                .notStored();
    }

    private Reply state(Request request) {
        long id = request.query().requiredNumber(Parameters.ID);
        Operations operations = databases.require(request).operations();
        requireOwn(operations, id);
        Operation operation = operations.find(id).orElseThrow(() -> Operations.unknown(ErrorType.NOT_FOUND, id));
        return Reply.json(200, Json.write(json -> writeState(operation.state(), json)))
                .notStored();
    }

    private Reply kill(Request request) {
        long id = request.query().requiredNumber(Parameters.ID);
        Operations operations = databases.require(request).operations();
        requireOwn(operations, id);
        if (!operations.kill(id)) {
            request.ignored();
        }
        return Reply.empty(204);
    }

    /** Refuses a question about an operation that another node runs, and names that. */
    private void requireOwn(Operations operations, long id) {
        if (operations.find(id).isEmpty()) {
            databases.nodeOfOperation(id).ifPresent(node -> {
                throw new ApiException(
                        ErrorType.INVALID_OPERATION,
                        "Operation " + id + " is one of node " + node.tag() + " at " + node.url()
                                + ", and no other node knows it: ask that one.");
            });
        }
    }

    private Reply list(Request request) {
        Database database = databases.require(request);
        List<Operation> operations = request.query().has(Parameters.ID)
                ? database.operations()
                        .find(request.query().requiredNumber(Parameters.ID))
                        .map(List::of)
                        .orElse(List.of())
                : database.operations().all();
        return Reply.json(200, Json.writeObject(json -> {
                    Json.writeArray(json, "Results", operations, operation -> write(operation, database.name(), json));
                }))
                .notStored();
    }

    private static void write(Operation operation, String database, JsonGenerator json) throws IOException {
        Operation.State state = operation.state();
        json.writeStartObject();
        json.writeNumberField("Id", operation.id());
        json.writeStringField("DatabaseName", database);
        json.writeBooleanField("Killable", true);
        json.writeObjectFieldStart("Description");
        json.writeStringField("Description", "Bulk Insert");
        json.writeStringField("TaskType", "BulkInsert");
        json.writeStringField("StartTime", RavenTime.format(operation.started()));
        @Nullable Instant ended = state.ended();
        json.writeStringField("EndTime", ended == null ? null : RavenTime.format(ended));
        json.writeEndObject();
        json.writeFieldName("State");
        writeState(state, json);
        json.writeEndObject();
    }

    static void writeState(Operation.State state, JsonGenerator json) throws IOException {
        json.writeStartObject();
        writeType("OperationState", json);
        json.writeFieldName("Progress");
        if (state.status() == Operation.Status.IN_PROGRESS) {
            writeProgress(state.progress(), json);
        } else {
            json.writeNull();
        }
        json.writeFieldName("Result");
        writeResult(state, json);
        json.writeStringField("Status", state.status().wireName());
        json.writeEndObject();
    }

    private static void writeProgress(Operation.Progress progress, JsonGenerator json) throws IOException {
        json.writeStartObject();
        writeType("BulkInsertProgress", json);
        json.writeNumberField("BatchCount", progress.groups());
        json.writeStringField("LastProcessedId", progress.lastId());
        json.writeNumberField("Processed", progress.documents());
        writeCounts(progress, json);
        json.writeEndObject();
    }

    private static void writeCounts(Operation.Progress progress, JsonGenerator json) throws IOException {
        json.writeNumberField("Total", progress.documents());
        json.writeNumberField("DocumentsProcessed", progress.documents());
        for (String none : new String[] {"AttachmentsProcessed", "CountersProcessed", "TimeSeriesProcessed"}) {
            json.writeNumberField(none, 0);
        }
    }

    private static void writeResult(Operation.State state, JsonGenerator json) throws IOException {
        @Nullable ApiException failure = state.failure();
        if (state.status() == Operation.Status.COMPLETED) {
            json.writeStartObject();
            writeType("BulkOperationResult", json);
            writeCounts(state.progress(), json);
            json.writeEndObject();
        } else if (failure != null) {
            json.writeStartObject();
            writeType("OperationExceptionResult", json);
            json.writeStringField("Type", failure.type().wireName());
            json.writeStringField("Message", failure.getMessage());
            json.writeStringField("Error", failure.type().wireName() + ": " + failure.getMessage());
            json.writeNumberField("StatusCode", failure.type().status());
            json.writeEndObject();
        } else {
            json.writeNull();
        }
    }

    private static void writeType(String name, JsonGenerator json) throws IOException {
        json.writeStringField("$type", TYPES + name + ", Raven.Client");
    }
}
