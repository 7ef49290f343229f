package io.mintmark.server.documents;

import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.Routes;
import io.mintmark.server.databases.Databases;
import io.mintmark.server.documents.batch.BatchParser;
import io.mintmark.server.documents.batch.BulkInserts;
import io.mintmark.server.documents.batch.DocumentSplitter;
import io.mintmark.server.documents.batch.PutCommands;
import io.mintmark.support.Json;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.http.Answer;
import io.mintmark.web.http.Query;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;

/** Everything that is done with documents, route by route. */
public final class DocumentEndpoints {
    /** Longer than any id, so that one of these is told of as an id that is too long. Documents are not decoded. */
    static final int TEXT_CHARS_MAX = 1 << 20;

    private final BulkDocs bulkDocs;
    private final BulkInserts bulkInserts;
    private final DocumentsById byId;
    private final DocumentLists lists;
    private final SingleWrites singleWrites;

    /** Answers for all {@code databases}, within {@code limits}. */
    public DocumentEndpoints(Databases databases, Json json, Limits limits) {
        Limits.Sizes sizes = limits.sizes();
        DocumentSplitter splitter = new DocumentSplitter(json, sizes.documentBytesMax(), sizes.collectionBytesMax());
        PutCommands puts = new PutCommands(splitter);
        bulkDocs = new BulkDocs(databases, new BatchParser(json.withTextsUpTo(TEXT_CHARS_MAX), puts));
        bulkInserts = new BulkInserts(databases, json, puts, sizes.documentBytesMax());
        byId = new DocumentsById(databases, json, limits);
        lists = new DocumentLists(databases);
        singleWrites = new SingleWrites(databases, splitter);
    }

    /** Adds the routes to {@code router}. */
    public void addTo(Router router) {
        // A batch is as costly as it is large; what is asked for shows in the query, or is more than fits there.
        router.add("POST", Routes.BULK_DOCS, bulkDocs::answer)
                .addStream("POST", Routes.BULK_INSERT, bulkInserts)
                .addCostly("GET", Routes.DOCS, DocumentEndpoints::asksForMany, this::get)
                .addCostly("POST", Routes.DOCS, any -> true, byId::post)
                .add("HEAD", Routes.DOCS, this::head)
                .add("PUT", Routes.DOCS, singleWrites::put)
                .add("DELETE", Routes.DOCS, singleWrites::delete);
    }

    private static boolean asksForMany(Query query) {
        int ids = query.sent(Parameters.ID).size();
        return ids == 0 || ids > DocumentsById.FEW_IDS;
    }

    /** RavenDB's clients ask for the version of one document; anything else is what GET says, without its body. */
    private Answer head(Request request) {
        return request.query().sent(Parameters.ID).isEmpty() ? get(request) : byId.head(request);
    }

    /**
     * These two count by being sent, as in RavenDB: a blank id must not list all documents, and a blank prefix does.
     */
    private Answer get(Request request) {
        if (!request.query().sent(Parameters.ID).isEmpty()) {
            return byId.get(request);
        }
        boolean byPrefix = !request.query().sent(Parameters.STARTS_WITH).isEmpty();
        return byPrefix ? lists.byPrefix(request) : lists.byEtag(request);
    }
}
