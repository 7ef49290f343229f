package io.mintmark.simulation.node;

import io.mintmark.document.DocumentId;
import io.mintmark.simulation.engine.DatabaseRows;
import io.mintmark.storage.LeaseRecord;
import io.mintmark.storage.NamedNumber;
import io.mintmark.storage.Slice;
import io.mintmark.storage.StorageFailedException;
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

/** Versions of documents as the engine has them; a node that is cut off reads nothing. Lists are read by pages. */
record SimulatedReads(NodeProcess process, DatabaseRows rows) implements StorageReads {
    @Override
    public Optional<String> version(DocumentId id) {
        if (!process.readsEngine()) {
            throw new StorageUnreachableException(
                    "the engine does not answer", new IllegalStateException("the wire is cut"));
        }
        if (process.world().engine().database(rows.name()) != rows) {
            throw new StorageFailedException("the database was deleted");
        }
        return Optional.ofNullable(rows.version(id.text()));
    }

    private static UnsupportedOperationException none() {
        return new UnsupportedOperationException("the node looks at the rows");
    }

    @Override
    public Optional<StoredDocument> read(DocumentId id) {
        throw none();
    }

    @Override
    public Page list(Listing listing, int limit) {
        throw none();
    }

    @Override
    public String listVersion() {
        throw none();
    }

    @Override
    public long lastEtag() {
        throw none();
    }

    @Override
    public List<NamedNumber> identities(Slice slice) {
        throw none();
    }

    @Override
    public List<NamedNumber> collections(Slice slice) {
        throw none();
    }

    @Override
    public List<CollectionSize> collectionSizes(Slice slice) {
        throw none();
    }

    @Override
    public List<LeaseRecord> leases(CounterName counter, long below, int limit) {
        throw none();
    }

    @Override
    public NumberFacts facts(CounterName counter, long number) {
        throw none();
    }

    @Override
    public StorageStatistics statistics() {
        throw none();
    }
}
