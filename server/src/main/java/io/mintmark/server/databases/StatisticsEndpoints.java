package io.mintmark.server.databases;

import com.fasterxml.jackson.core.JsonGenerator;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Routes;
import io.mintmark.storage.Slice;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageStatistics;
import io.mintmark.storage.WriteKind;
import io.mintmark.storage.document.CollectionSize;
import io.mintmark.support.Json;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Query;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Counts, sizes and health of databases. */
public final class StatisticsEndpoints {
    /** What clients send when they only want to know whether a node answers again. */
    private static final String FAILURE = "failure";

    private static final List<String> SIZE_UNITS = List.of("KBytes", "MBytes", "GBytes");
    private static final int SIZE_STEP = 1024;

    private final Databases databases;

    /** Answers for all {@code databases}. */
    public StatisticsEndpoints(Databases databases) {
        this.databases = databases;
    }

    /** Adds the routes to {@code router}. */
    public void addTo(Router router) {
        router.addCostly("GET", Routes.STATS, StatisticsEndpoints::readsTheStore, this::statistics)
                .addCostly("GET", Routes.STATS_DETAILED, any -> true, request -> statistics(request, true))
                .addCostly("GET", Routes.COLLECTION_STATS, any -> true, this::collections)
                .addCostly("GET", Routes.COLLECTION_STATS_DETAILED, any -> true, this::collectionDetails)
                .add("GET", Routes.DATABASE_HEALTH, this::health)
                .add("GET", Routes.HEALTH, request -> Reply.empty(204));
    }

    /** Documents are counted by adding up collections; clients that only ask whether a node is well must not wait. */
    private static boolean readsTheStore(Query query) {
        return !query.has(FAILURE);
    }

    /** Says that reads and writes are taken, and nothing that would have to be counted; or says why they are not. */
    private Reply check(Request request) {
        // Clients leave a node that says no, and documents are what most of them are here for.
        Storage storage = requireWritable(request, WriteKind.DOCUMENT);
        long lastEtag = storage.reads().lastEtag();
        return Reply.json(200, Json.writeObject(json -> {
                    json.writeNumberField("LastDocEtag", lastEtag);
                    json.writeNumberField("LastDatabaseEtag", lastEtag);
                    json.writeStringField("DatabaseId", storage.databaseId());
                    json.writeNumberField("CountOfIndexes", 0);
                    json.writeArrayFieldStart("Indexes");
                    json.writeEndArray();
                }))
                .notStored();
    }

    private Reply statistics(Request request) {
        return request.query().has(FAILURE) ? check(request) : statistics(request, false);
    }

    private Reply statistics(Request request, boolean detailed) {
        Database database = databases.require(request);
        Storage storage = database.storageToRead(request);
        List<IndexState> indexes = database.follower().indexes();
        StorageStatistics statistics = storage.reads().statistics();
        return Reply.json(200, Json.writeObject(json -> {
            json.writeNumberField("CountOfDocuments", statistics.documents());
            json.writeNumberField("CountOfIndexes", indexes.size());
            Json.writeArray(json, "Indexes", indexes, index -> {
                json.writeStartObject();
                index.writeTo(json);
                json.writeEndObject();
            });
            json.writeNumberField("LastDocEtag", statistics.lastEtag());
            json.writeNumberField("LastDatabaseEtag", statistics.lastEtag());
            json.writeStringField("DatabaseChangeVector", statistics.changeVector());
            json.writeStringField("DatabaseId", storage.databaseId());
            json.writeNumberField("NumberOfTransactionMergerQueueOperations", 0);
            json.writeBooleanField("Is64Bit", true);
            json.writeStringField("Pager", statistics.engine());
            writeSize("SizeOnDisk", statistics.sizeBytes(), json);
            writeSize("TempBuffersSizeOnDisk", 0, json);
            if (detailed) {
                json.writeNumberField("CountOfIdentities", statistics.identities());
                json.writeNumberField("CountOfCompareExchange", 0);
                json.writeNumberField("CountOfCompareExchangeTombstones", 0);
            }
        }));
    }

    private static void writeSize(String name, long bytes, JsonGenerator json) throws IOException {
        json.writeFieldName(name);
        json.writeRawValue(size(bytes));
    }

    /** The sum is told first, so it may differ from what follows when something is stored meanwhile. */
    private Reply collections(Request request) {
        Storage storage = databases.require(request).storageToRead(request);
        return Reply.stream(
                200,
                ListByName.ofNumbers(
                        request, Slice.ALL, beforeCollections(storage), "}}", storage.reads()::collections));
    }

    private Reply collectionDetails(Request request) {
        Storage storage = databases.require(request).storageToRead(request);
        ListByName.Form<CollectionSize> form = new ListByName.Form<>(
                storage.reads()::collectionSizes, CollectionSize::name, StatisticsEndpoints::writeCollection);
        return Reply.stream(200, new ListByName<>(request, Slice.ALL, beforeCollections(storage), "}}", form));
    }

    private static String beforeCollections(Storage storage) {
        return "{\"CountOfDocuments\":" + storage.reads().statistics().documents()
                + ",\"CountOfConflicts\":0,\"Collections\":{";
    }

    /** There are no revisions, and of deletions only what indexes must still hear of: a collection is its documents. */
    private static void writeCollection(CollectionSize collection, StringBuilder json) {
        String size = size(collection.bytes());
        String none = size(0);
        ListByName.quote(collection.name(), json);
        json.append(":{\"Name\":");
        ListByName.quote(collection.name(), json);
        json.append(",\"CountOfDocuments\":").append(collection.documents());
        json.append(",\"Size\":").append(size).append(",\"DocumentsSize\":").append(size);
        json.append(",\"TombstonesSize\":")
                .append(none)
                .append(",\"RevisionsSize\":")
                .append(none);
        json.append('}');
    }

    private Reply health(Request request) {
        // A store that answers no read is not healthy either, and the last heartbeat may be seconds old.
        long ignored = requireWritable(request, WriteKind.values()).reads().lastEtag();
        return Reply.empty(204);
    }

    private Storage requireWritable(Request request, WriteKind... kinds) {
        Database database = databases.require(request);
        if (!databases.engineAnswers()) {
            throw unreachable(database);
        }
        Storage storage = database.storageToRead(request);
        for (WriteKind kind : kinds) {
            switch (storage.writes(kind)) {
                case TAKEN -> {}
                case UNREACHABLE -> throw unreachable(database);
                case UNKNOWN ->
                    throw new ApiException(
                            ErrorType.DATABASE_FAILED,
                            "Database '" + database.name()
                                    + "' takes no writes until its store tells what became of one:"
                                    + " the server's log says more.");
                case FAILED ->
                    throw new ApiException(
                            ErrorType.DATABASE_FAILED,
                            "Database '" + database.name() + "' takes no writes since its store failed:"
                                    + " the server's log says why; restart the server when it is mended.");
            }
        }
        return storage;
    }

    private ApiException unreachable(Database database) {
        String how = databases
                .outage()
                .map(outage -> " (" + outage.kind().text() + ")")
                .orElse("");
        return new ApiException(
                ErrorType.DATABASE_FAILED,
                "Database '" + database.name() + "' takes no writes since its store does not answer this node" + how
                        + ": the server's log says why.");
    }

    /** Returns a size as clients read it: in bytes, and as people say it. */
    private static String size(long bytes) {
        return "{\"HumaneSize\":\"" + humane(bytes) + "\",\"SizeInBytes\":" + bytes + "}";
    }

    private static String humane(long bytes) {
        if (bytes < SIZE_STEP) {
            return bytes + " Bytes";
        }
        double size = (double) bytes / SIZE_STEP;
        for (String unit : SIZE_UNITS) {
            if (size < SIZE_STEP) {
                return String.format(Locale.ROOT, "%.2f %s", size, unit);
            }
            size /= SIZE_STEP;
        }
        return String.format(Locale.ROOT, "%.2f TBytes", size);
    }
}
