package io.mintmark.server.indexing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.indexes.definition.IndexPriority;
import io.mintmark.indexes.definition.PutRules;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.Routes;
import io.mintmark.server.conformance.AdminBody;
import io.mintmark.server.conformance.IndexMembers;
import io.mintmark.server.databases.Database;
import io.mintmark.server.databases.Databases;
import io.mintmark.support.Json;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** Indexes are put, changed and deleted; what they are and how they stand is told by {@link IndexReports}. */
public final class IndexEndpoints {
    private final Databases databases;
    private final Indexes indexes;
    private final Json json;
    private final int collectionBytesMax;

    /**
     * Answers for all {@code databases}, which {@code indexes} follow.
     *
     * @param collectionBytesMax longest collection name, in bytes of UTF-8
     */
    public IndexEndpoints(Databases databases, Indexes indexes, Json json, int collectionBytesMax) {
        this.collectionBytesMax = collectionBytesMax;
        this.databases = databases;
        this.indexes = indexes;
        this.json = json;
    }

    /** Adds the routes to {@code router}. */
    public void addTo(Router router) {
        router.add("PUT", Routes.INDEXES, this::put)
                .add("PUT", Routes.ADMIN_INDEXES, this::put)
                .add("DELETE", Routes.INDEXES, this::delete)
                .add("RESET", Routes.INDEXES, this::reset)
                .add("DELETE", Routes.INDEX_ERRORS, this::forgetErrors)
                .add("POST", Routes.INDEX_PRIORITY, this::setPriority)
                .add("POST", Routes.INDEX_HAS_CHANGED, this::hasChanged)
                .add("POST", Routes.INDEX_START, request -> pause(request, false))
                .add("POST", Routes.INDEX_STOP, request -> pause(request, true));
        new IndexReports(this::at).addTo(router);
    }

    /** Returns the indexes of a request's database, which is open then, as any node has acknowledged them. */
    private DatabaseIndexes at(Request request) {
        IndexMembers.QUERY.check(request.query());
        Database database = databases.require(request);
        database.storageToRead(request);
        DatabaseIndexes present = (DatabaseIndexes) database.follower();
        present.catchUp();
        return present;
    }

    private Reply put(Request request) {
        DatabaseIndexes present = at(request);
        ObjectNode body = AdminBody.object(json, request.body());
        IndexMembers.BODY.check(body);
        Definitions.requireFew(body.path("Indexes").size());
        List<ObjectNode> given = new ArrayList<>();
        for (JsonNode definition : body.path("Indexes")) {
            given.add(definition(definition));
        }
        if (given.isEmpty()) {
            throw new ApiException(
                    ErrorType.ARGUMENT, "The body must have Indexes, an array of at least one definition.");
        }
        request.party().beforeWaiting().run();
        Definitions put = new Definitions(
                present,
                indexes.programs(present.name(), request),
                new PutRules(present.separator(), collectionBytesMax));
        List<String> names = put.put(given);
        long number = present.list().numbers();
        return Reply.json(201, Json.writeObject(reply -> {
            Json.writeArray(reply, "Results", names, name -> {
                reply.writeStartObject();
                reply.writeStringField("Index", name);
                reply.writeNumberField("RaftCommandIndex", number);
                reply.writeEndObject();
            });
        }));
    }

    private static ObjectNode definition(JsonNode definition) {
        if (!(definition instanceof ObjectNode object)) {
            throw new ApiException(
                    ErrorType.ARGUMENT, "Each of Indexes must be an object: the definition of an index.");
        }
        IndexMembers.DEFINITION.check(object);
        return object;
    }

    private Reply hasChanged(Request request) {
        DatabaseIndexes present = at(request);
        ObjectNode given = definition(AdminBody.object(json, request.body()));
        boolean changed = Definitions.haveChanged(present, given);
        return Reply.json(200, Json.writeObject(reply -> {
            reply.writeBooleanField("Changed", changed);
        }));
    }

    /** One that is not there is deleted already. */
    private Reply delete(Request request) {
        DatabaseIndexes present = at(request);
        String name = request.query().required(Parameters.NAME);
        present.storage();
        request.party().beforeWaiting().run();
        AtomicBoolean found = new AtomicBoolean();
        IndexList ignored = present.change(list -> {
            found.set(list.find(name).isPresent());
            return found.get() ? list.delete(name) : list;
        });
        request.changed(name, found.get());
        return Reply.empty(204);
    }

    private Reply reset(Request request) {
        DatabaseIndexes present = at(request);
        String name = request.query().required(Parameters.NAME);
        if (require(present, name).phase() == IndexEntry.Phase.REPLACING) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "The index '" + name
                            + "' is being built and replaces another one then, so it cannot begin anew: delete"
                            + " it, and put its definition again.");
        }
        request.party().beforeWaiting().run();
        IndexList changed = present.change(list -> list.reset(name));
        return Reply.json(200, Json.writeObject(reply -> {
            reply.writeStringField("Index", name);
            reply.writeNumberField("RaftCommandIndex", changed.numbers());
        }));
    }

    private Reply forgetErrors(Request request) {
        DatabaseIndexes present = at(request);
        request.party().beforeWaiting().run();
        for (IndexEntry entry : selected(present, request)) {
            present.storage().forgetErrors(entry.number());
        }
        return Reply.empty(204);
    }

    private Reply setPriority(Request request) {
        DatabaseIndexes present = at(request);
        ObjectNode body = AdminBody.object(json, request.body());
        IndexMembers.PRIORITY.check(body);
        IndexPriority priority = IndexPriority.of(body.path("Priority").asText(""));
        List<String> names = new ArrayList<>();
        for (JsonNode name : body.path("IndexNames")) {
            names.add(require(present, name.asText("")).shownName());
        }
        if (names.isEmpty()) {
            throw new ApiException(ErrorType.ARGUMENT, "The body must have IndexNames, an array of at least one name.");
        }
        request.party().beforeWaiting().run();
        IndexList ignored = present.change(list -> {
            IndexList next = list;
            for (String name : names) {
                next = next.prioritise(name, priority);
            }
            return next;
        });
        return Reply.empty(204);
    }

    private Reply pause(Request request, boolean pause) {
        DatabaseIndexes present = at(request);
        present.storage();
        List<IndexEntry> which = selected(present, request);
        present.pause(which::contains, pause);
        return Reply.empty(204);
    }

    /** Returns the indexes that a request names, each once, or all of them. */
    static List<IndexEntry> selected(DatabaseIndexes present, Request request) {
        List<String> names = request.query().all(Parameters.NAME);
        if (names.isEmpty()) {
            return present.list().entries().stream()
                    .filter(entry -> entry.phase() != IndexEntry.Phase.LEAVING)
                    .toList();
        }
        Map<Long, IndexEntry> named = new LinkedHashMap<>();
        names.forEach(name -> {
            IndexEntry entry = require(present, name);
            IndexEntry ignored = named.put(entry.number(), entry);
        });
        return List.copyOf(named.values());
    }

    static IndexEntry require(DatabaseIndexes present, String name) {
        return present.list()
                .find(name)
                .orElseThrow(() -> new ApiException(
                        ErrorType.INDEX_MISSING,
                        "There is no index '" + name
                                + "': put it, or name one that GET indexes?namesOnly=true lists."));
    }
}
