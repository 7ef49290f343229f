package io.mintmark.storage.lifecycle;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.LeaseRecord;
import io.mintmark.storage.NamedNumber;
import io.mintmark.storage.Slice;
import io.mintmark.storage.StorageReads;
import io.mintmark.storage.StorageStatistics;
import io.mintmark.storage.document.CollectionSize;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.document.Page;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.lease.NumberFacts;
import io.mintmark.storage.write.CounterName;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads of a storage that is opened for each of them, if it is not open.
 *
 * @param storage the storage
 */
record ReadsOnDemand(StorageOnDemand storage) implements StorageReads {
    private <T> T forward(Function<StorageReads, T> read) {
        return storage.use(opened -> read.apply(opened.reads()));
    }

    @Override
    public Optional<StoredDocument> read(DocumentId id) {
        return forward(reads -> reads.read(id));
    }

    @Override
    public Optional<String> version(DocumentId id) {
        return forward(reads -> reads.version(id));
    }

    @Override
    public Page list(Listing listing, int limit) {
        return forward(reads -> reads.list(listing, limit));
    }

    @Override
    public String listVersion() {
        return forward(StorageReads::listVersion);
    }

    @Override
    public long lastEtag() {
        return forward(StorageReads::lastEtag);
    }

    @Override
    public List<Journaled> journaled(long after, int limit) {
        return forward(reads -> reads.journaled(after, limit));
    }

    @Override
    public List<NamedNumber> identities(Slice slice) {
        return forward(reads -> reads.identities(slice));
    }

    @Override
    public List<NamedNumber> collections(Slice slice) {
        return forward(reads -> reads.collections(slice));
    }

    @Override
    public List<CollectionSize> collectionSizes(Slice slice) {
        return forward(reads -> reads.collectionSizes(slice));
    }

    @Override
    public List<LeaseRecord> leases(CounterName counter, long below, int limit) {
        return forward(reads -> reads.leases(counter, below, limit));
    }

    @Override
    public NumberFacts facts(CounterName counter, long number) {
        return forward(reads -> reads.facts(counter, number));
    }

    @Override
    public StorageStatistics statistics() {
        return forward(StorageReads::statistics);
    }
}
