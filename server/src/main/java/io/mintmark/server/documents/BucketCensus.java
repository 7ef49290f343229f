package io.mintmark.server.documents;

import io.mintmark.document.Bucket;
import io.mintmark.document.DocumentId;
import io.mintmark.storage.Storage;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.document.Page;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.support.Json;
import io.mintmark.web.http.BodyWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How many documents and bytes each bucket has, counted by reading all of them once. Used by one thread. */
final class BucketCensus {
    /** What the counts of all buckets and some anchors take in memory. */
    static final long BYTES = 16L << 20;

    /** Ids of one bucket that are shown. */
    private static final int IDS_MAX = 1_000;

    /** Buckets whose anchor is remembered; the largest ones come early, since they have most documents. */
    private static final int ANCHORS_MAX = 10_000;

    /** As many pages as are read in a row have some thousands of documents. */
    private static final int PAGE = 64;

    private final int[] documents = new int[Bucket.COUNT];
    private final long[] bytes = new long[Bucket.COUNT];
    private final Map<Integer, String> anchors = new HashMap<>();
    private long all;
    private int used;

    /** Returns what hands all documents to {@code each}, and writes then what came of them. */
    static BodyWriter reading(Storage storage, Consumer<StoredDocument> each, Json.Writing result) {
        return new Reading(storage, each, result);
    }

    /** A page of documents a part, so that others who wait come in between. One thread at a time. */
    private static final class Reading implements BodyWriter {
        private final Storage storage;
        private final Consumer<StoredDocument> each;
        private final Json.Writing result;
        private @Nullable Listing rest = new Listing.ByPrefix("", null);

        Reading(Storage storage, Consumer<StoredDocument> each, Json.Writing result) {
            this.storage = storage;
            this.each = each;
            this.result = result;
        }

        @Override
        public boolean writePart(OutputStream out) throws IOException {
            Listing next = rest;
            if (next == null) {
                out.write(Json.writeObject(result));
                return false;
            }
            Page page = storage.reads().list(next, PAGE);
            page.documents().forEach(each);
            rest = page.next().orElse(null);
            return true;
        }
    }

    private static long bytes(StoredDocument document) {
        return document.content().body().length + document.content().metadata().length;
    }

    void add(StoredDocument document) {
        int number = Bucket.of(document.id()).number();
        used += documents[number] == 0 ? 1 : 0;
        documents[number]++;
        bytes[number] += bytes(document);
        all++;
        String anchor = anchor(document.id());
        if (anchor != null && (anchors.size() < ANCHORS_MAX || anchors.containsKey(number))) {
            anchors.put(number, anchor);
        }
    }

    /** Returns what stands after the last {@code $} of an id, if that is not its first character. */
    private static @Nullable String anchor(DocumentId id) {
        int at = id.text().lastIndexOf('$');
        return at > 0 ? id.text().substring(at + 1) : null;
    }

    long documents() {
        return all;
    }

    int buckets() {
        return used;
    }

    int documents(int number) {
        return documents[number];
    }

    long bytes(int number) {
        return bytes[number];
    }

    /** Returns the bytes of each of so many parts of all buckets, in their order; a power of two. */
    long[] bytesByPart(int parts) {
        long[] sums = new long[parts];
        int size = Bucket.COUNT / parts;
        for (int number = 0; number < Bucket.COUNT; number++) {
            sums[number / size] += bytes[number];
        }
        return sums;
    }

    /** Returns the anchor of documents in a bucket, or null if they have none, or it was not remembered. */
    @Nullable String anchor(int number) {
        return anchors.get(number);
    }

    /** Returns the buckets with most bytes, the largest first. */
    List<Integer> largest(int max) {
        Comparator<Integer> bySize =
                Comparator.<Integer>comparingLong(number -> bytes[number]).thenComparing(Comparator.reverseOrder());
        PriorityQueue<Integer> largest = new PriorityQueue<>(bySize);
        for (int number = 0; number < Bucket.COUNT; number++) {
            if (documents[number] > 0) {
                largest.add(number);
                if (largest.size() > max) {
                    Integer ignored = largest.poll();
                }
            }
        }
        return largest.stream().sorted(bySize.reversed()).toList();
    }

    /** One bucket, and the first thousand ids of its documents. */
    static final class One {
        final List<String> ids = new ArrayList<>();
        private final int number;
        long documents;
        long bytes;

        One(int number) {
            this.number = number;
        }

        void add(StoredDocument document) {
            if (Bucket.of(document.id()).number() == number) {
                documents++;
                bytes += bytes(document);
                if (ids.size() < IDS_MAX) {
                    ids.add(document.id().text());
                }
            }
        }
    }
}
