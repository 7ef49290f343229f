package io.mintmark.server.documents;

import com.fasterxml.jackson.core.JsonGenerator;
import io.mintmark.document.Bucket;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Routes;
import io.mintmark.server.databases.Databases;
import io.mintmark.storage.Storage;
import io.mintmark.support.Json;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Query;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import java.io.IOException;

/** Where the documents of a database would lie if it were sharded. Ours: for those who choose anchors. */
public final class BucketEndpoints {
    private static final String BUCKET = "bucket";
    private static final String LARGEST = "largest";
    private static final String WARN = "warnAbove";
    private static final int LARGEST_DEFAULT = 20;
    private static final int LARGEST_MAX = 1_000;

    /** As many cells as somebody sees at a glance. */
    private static final int PARTS = 256;

    /** A shard holds a thousand buckets of this size in a gigabyte. */
    private static final long WARN_DEFAULT = 64L << 20;

    private final Databases databases;

    /** Answers for all {@code databases}. */
    public BucketEndpoints(Databases databases) {
        this.databases = databases;
    }

    /** Adds the route to {@code router}. */
    public void addTo(Router router) {
        // Every document is read.
        router.addCostly("GET", Routes.BUCKETS, any -> true, this::buckets);
    }

    private Reply buckets(Request request) {
        Query query = request.query();
        Storage storage = databases.require(request).storageToRead(request);
        request.keepInMemory(BucketCensus.BYTES);
        if (query.has(BUCKET)) {
            return one(storage, bucket(query));
        }
        int largest = query.count(LARGEST, LARGEST_DEFAULT);
        if (largest < 1 || largest > LARGEST_MAX) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "The query string value '" + LARGEST + "' must be 1 to " + LARGEST_MAX + ": '" + largest + "'.");
        }
        long warnAbove = query.number(WARN, WARN_DEFAULT);
        BucketCensus census = new BucketCensus();
        return Reply.stream(200, BucketCensus.reading(storage, census::add, json -> {
            json.writeNumberField("CountOfDocuments", census.documents());
            json.writeNumberField("CountOfBuckets", census.buckets());
            json.writeFieldName("BytesByPart");
            json.writeArray(census.bytesByPart(PARTS), 0, PARTS);
            Json.writeArray(json, "Largest", census.largest(largest), number -> write(census, number, warnAbove, json));
        }));
    }

    private static void write(BucketCensus census, int number, long warnAbove, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeNumberField("Bucket", number);
        json.writeNumberField("Documents", census.documents(number));
        json.writeNumberField("Bytes", census.bytes(number));
        String anchor = census.anchor(number);
        if (anchor != null) {
            json.writeStringField("Anchor", anchor);
        }
        if (census.bytes(number) > warnAbove) {
            json.writeStringField(
                    "Warning",
                    "More than " + warnAbove + " bytes lie in one bucket, which cannot be divided among shards"
                            + (anchor == null
                                    ? ": its documents are too large."
                                    : ": too many documents have the anchor '" + anchor + "'. Give them several."));
        }
        json.writeEndObject();
    }

    private static int bucket(Query query) {
        long number = query.requiredNumber(BUCKET);
        if (number < 0 || number >= Bucket.COUNT) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "The query string value '" + BUCKET + "' must be 0 to " + (Bucket.COUNT - 1) + ": '" + number
                            + "'.");
        }
        return (int) number;
    }

    private static Reply one(Storage storage, int number) {
        BucketCensus.One found = new BucketCensus.One(number);
        return Reply.stream(200, BucketCensus.reading(storage, found::add, json -> {
            json.writeNumberField("Bucket", number);
            json.writeNumberField("Documents", found.documents);
            json.writeNumberField("Bytes", found.bytes);
            Json.writeArray(json, "Ids", found.ids, json::writeString);
        }));
    }
}
