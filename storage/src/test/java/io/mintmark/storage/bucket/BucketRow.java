package io.mintmark.storage.bucket;

import io.mintmark.counter.OpenLease;
import io.mintmark.document.DocumentId;
import io.mintmark.storage.document.ChangeVectors;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.lease.LeaseFact;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.write.CutLog;
import io.mintmark.storage.write.HiLoDocument;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What lies under one key; nobody changes it, another row takes its place. */
sealed interface BucketRow {
    /** Returns the document that the row shows, if it shows one, of the database with that id. */
    default Optional<StoredDocument> document(String databaseId) {
        return Optional.empty();
    }

    /** A document. */
    record Document(DocumentId id, DocumentContent content, long etag, Instant modified) implements BucketRow {
        @Override
        public Optional<StoredDocument> document(String databaseId) {
            return Optional.of(new StoredDocument(id, content, vector(etag, databaseId), etag, modified));
        }
    }

    /**
     * A counter with all that is known of its leases, so that one comparison guards them together.
     *
     * @param counter never changed: its verbs are for {@linkplain Counter#copy copies}
     * @param collection of the document that shows it
     * @param open leases that were the latest one after the other, and of which none was returned, oldest first
     * @param record all leases and what was passed over, oldest first
     * @param cuts the log of cut ranges
     */
    record HiLo(
            Counter counter, String collection, List<OpenLease> open, List<LeaseFact> record, List<CutLog.Chunk> cuts)
            implements BucketRow {
        @Override
        public Optional<StoredDocument> document(String databaseId) {
            if (!counter.isShown()) {
                return Optional.empty();
            }
            DocumentContent content = new DocumentContent(
                    collection, HiLoDocument.body(counter.max(), counter.body()), counter.metadata());
            String vector = vector(counter.etag(), databaseId);
            return Optional.of(new StoredDocument(counter.id(), content, vector, counter.etag(), counter.modified()));
        }
    }

    /**
     * An identity with what requests for it were answered, so that both move together.
     *
     * @param value the latest number; empty before the first
     */
    record Identity(Optional<Long> value, Map<String, Long> answers) implements BucketRow {
        static final Identity NEW = new Identity(Optional.empty(), Map.of());
    }

    /** Returns the version of a write. */
    static String vector(long etag, String databaseId) {
        return ChangeVectors.format("A", etag, databaseId);
    }
}
