package io.mintmark.lab.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.LeaseRecord;
import io.mintmark.storage.NamedNumber;
import io.mintmark.storage.Slice;
import io.mintmark.storage.StorageReads;
import io.mintmark.storage.StorageStatistics;
import io.mintmark.storage.document.CollectionSize;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.document.Page;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.lease.NumberFacts;
import io.mintmark.storage.write.CounterName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One document under whatever id is asked for, from memory; nothing else. Safe for any number of threads. */
final class UnstoredReads implements StorageReads {
    private static final DocumentContent CONTENT = new DocumentContent(
            "Users",
            "{\"name\":\"Ada Lovelace\",\"born\":1815,\"tags\":[\"first\",\"programmer\"]}".getBytes(UTF_8),
            "{\"@collection\":\"Users\"}".getBytes(UTF_8));

    @Override
    public Optional<StoredDocument> read(DocumentId id) {
        return Optional.of(new StoredDocument(
                id, CONTENT, "A:1-AAAAAAAAAAAAAAAAAAAAAA", 1, Instant.parse("2026-01-01T00:00:00Z")));
    }

    @Override
    public Page list(Listing listing, int limit) {
        throw UnstoredStorage.refused();
    }

    @Override
    public String listVersion() {
        throw UnstoredStorage.refused();
    }

    @Override
    public long lastEtag() {
        throw UnstoredStorage.refused();
    }

    @Override
    public List<NamedNumber> identities(Slice slice) {
        throw UnstoredStorage.refused();
    }

    @Override
    public List<LeaseRecord> leases(CounterName counter, long below, int limit) {
        throw UnstoredStorage.refused();
    }

    @Override
    public NumberFacts facts(CounterName counter, long number) {
        throw UnstoredStorage.refused();
    }

    @Override
    public List<NamedNumber> collections(Slice slice) {
        throw UnstoredStorage.refused();
    }

    @Override
    public List<CollectionSize> collectionSizes(Slice slice) {
        throw UnstoredStorage.refused();
    }

    @Override
    public StorageStatistics statistics() {
        throw UnstoredStorage.refused();
    }
}
