package io.mintmark.server.databases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.Routes;
import io.mintmark.server.conformance.AdminBody;
import io.mintmark.server.conformance.DatabaseMembers;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.StorageEngine;
import io.mintmark.support.Json;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Query;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Databases themselves: create, describe, list, delete. */
public final class DatabaseEndpoints {
    private final Databases databases;
    private final Nodes nodes;
    private final RequestedNodes requested;
    private final Json json;
    private final int nameCharsMax;
    private final Function<Request, ? extends Optional<? extends Collection<String>>> visible;

    /**
     * Manages {@code databases} whose names have at most {@code nameCharsMax} characters.
     *
     * @param nodes where each database is
     * @param visible finds the sorted key forms of the databases that a request may hear of; empty for all
     */
    public DatabaseEndpoints(
            Databases databases,
            Nodes nodes,
            Json json,
            int nameCharsMax,
            Function<Request, ? extends Optional<? extends Collection<String>>> visible) {
        this.databases = databases;
        this.nodes = nodes;
        this.requested = new RequestedNodes(nodes);
        this.json = json;
        this.nameCharsMax = nameCharsMax;
        this.visible = visible;
    }

    /** Adds the routes to {@code router}. */
    public void addTo(Router router) {
        router.add("PUT", Routes.ADMIN_DATABASES, this::create)
                .add("GET", Routes.ADMIN_DATABASES, this::describe)
                .add("DELETE", Routes.ADMIN_DATABASES, this::delete)
                .addCostly("GET", Routes.DATABASES, any -> true, this::list);
    }

    private Reply create(Request request) {
        String name = DatabaseName.require(request.query().required(Parameters.NAME), nameCharsMax);
        ObjectNode record = objectOrEmpty(request.body());
        requested.check(request.query());
        DatabaseRecords.check(record, name, requested);
        record.put("DatabaseName", name);
        refuseUpdate(request, name);
        byte[] stored = record.toString().getBytes(StandardCharsets.UTF_8);
        DatabaseEntry created = databases.create(name, stored, request.party());
        return Reply.json(201, Json.writeObject(reply -> {
            reply.writeNumberField("RaftCommandIndex", created.number());
            reply.writeStringField("Name", name);
            reply.writeFieldName("Topology");
            reply.writeRawValue(requested.topology(created.number()).toString());
            Json.writeArray(reply, "NodesAddedTo", nodes.inOrder(request), node -> reply.writeString(node.url()));
        }));
    }

    /** A number in the ETag header asks to change a database that is there; Node's client always sends a word. */
    private void refuseUpdate(Request request, String name) {
        boolean update = request.header("ETag")
                .filter(etag -> etag.matches("\"?[0-9]{1,19}\"?"))
                .isPresent();
        if (!update) {
            return;
        }
        if (databases.entry(name).isEmpty()) {
            throw new ApiException(
                    ErrorType.BAD_REQUEST,
                    "Database '" + name + "' does not exist and cannot be updated: create it without an ETag header.");
        }
        throw new ApiException(
                ErrorType.NOT_SUPPORTED,
                "The record of a database cannot be updated on this server, as the ETag header asks: delete database '"
                        + name + "' and create it anew, or leave it as it is.");
    }

    private Reply describe(Request request) {
        String name = request.query().required(Parameters.NAME);
        DatabaseEntry entry = databases.entry(name).orElseThrow(() -> unknown(name));
        ObjectNode record = json.object(databases.record(entry).orElseThrow(() -> unknown(name)));
        DatabaseRecords.complete(record);
        record.put("Etag", entry.number());
        record.set("Topology", requested.topology(entry.number()));
        return Reply.json(200, record.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static ApiException unknown(String name) {
        return new ApiException(ErrorType.NOT_FOUND, "Database '" + name + "' does not exist on this server.");
    }

    private Reply delete(Request request) {
        ObjectNode body = objectOrEmpty(request.body());
        DatabaseMembers.DELETION.check(body);
        requested.checkDeletion(body.path("FromNodes"));
        StorageEngine.Removal removal = body.path("HardDelete").asBoolean(false)
                ? StorageEngine.Removal.ERASE
                : StorageEngine.Removal.KEEP_FILES;
        JsonNode names = body.path("DatabaseNames");
        if (!names.isArray() || names.isEmpty()) {
            throw new ApiException(
                    ErrorType.ARGUMENT, "DatabaseNames must be an array that names the databases to delete.");
        }
        requireTexts(names);
        List<String> kept = new ArrayList<>();
        for (JsonNode name : names) {
            Optional<Databases.Deletion> deletion = databases.delete(name.asText(), removal);
            request.changed(name.asText(), deletion.isPresent());
            deletion.flatMap(Databases.Deletion::keptFile).ifPresent(kept::add);
        }
        return Reply.json(200, Json.writeObject(reply -> {
            reply.writeNumberField("RaftCommandIndex", 1);
            reply.writeArrayFieldStart("PendingDeletes");
            reply.writeEndArray();
            if (!kept.isEmpty()) {
                // A member of ours; RavenDB's clients pass over what they do not know.
                Json.writeArray(reply, "KeptFiles", kept, reply::writeString);
            }
        }));
    }

    /** A number would be taken for the database that is named by its digits. */
    private static void requireTexts(JsonNode names) {
        for (JsonNode name : names) {
            if (!name.isTextual()) {
                throw new ApiException(
                        ErrorType.ARGUMENT,
                        "DatabaseNames must have texts only, but " + Printable.brief(name.toString())
                                + " is none: put each name in quotes.");
            }
        }
    }

    private Reply list(Request request) {
        Query query = request.query();
        boolean namesOnly = query.flag(Parameters.NAMES_ONLY);
        BiConsumer<DatabaseEntry, StringBuilder> writing = (entry, reply) -> {
            reply.append(namesOnly ? "" : "{\"Name\":");
            ListByName.quote(entry.name(), reply);
            reply.append(namesOnly ? "" : ",\"Disabled\":false}");
        };
        Optional<? extends Collection<String>> some = visible.apply(request);
        ListByName.Form<DatabaseEntry> form =
                new ListByName.Form<>(slice -> databases.entries(slice, some), DatabaseEntry::name, writing);
        return Reply.stream(200, new ListByName<>(request, ListByName.asked(query), "{\"Databases\":[", "]}", form));
    }

    private ObjectNode objectOrEmpty(byte[] body) {
        return body.length == 0 ? json.trees().createObjectNode() : AdminBody.object(json, body);
    }
}
