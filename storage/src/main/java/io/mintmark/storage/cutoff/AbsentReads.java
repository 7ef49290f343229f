package io.mintmark.storage.cutoff;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.LeaseRecord;
import io.mintmark.storage.NamedNumber;
import io.mintmark.storage.Slice;
import io.mintmark.storage.StorageReads;
import io.mintmark.storage.StorageStatistics;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.document.CollectionSize;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.document.Page;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.lease.NumberFacts;
import io.mintmark.storage.write.CounterName;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads of a database whose engine has not come yet: each is refused. Safe for any number of threads. */
record AbsentReads(Supplier<StorageUnreachableException> refusal) implements StorageReads {
    @Override
    public Optional<StoredDocument> read(DocumentId id) {
        throw refusal.get();
    }

    @Override
    public Page list(Listing listing, int limit) {
        throw refusal.get();
    }

    @Override
    public String listVersion() {
        throw refusal.get();
    }

    @Override
    public long lastEtag() {
        throw refusal.get();
    }

    @Override
    public List<NamedNumber> identities(Slice slice) {
        throw refusal.get();
    }

    @Override
    public List<NamedNumber> collections(Slice slice) {
        throw refusal.get();
    }

    @Override
    public List<CollectionSize> collectionSizes(Slice slice) {
        throw refusal.get();
    }

    @Override
    public List<LeaseRecord> leases(CounterName counter, long below, int limit) {
        throw refusal.get();
    }

    @Override
    public NumberFacts facts(CounterName counter, long number) {
        throw refusal.get();
    }

    @Override
    public StorageStatistics statistics() {
        throw refusal.get();
    }
}
