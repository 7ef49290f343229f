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
import java.util.function.Function;

/**
 * Reads of a database beside the journal: a document that is on its way home is found by its id, also where the engine
 * is not there. Lists are the engine's alone, since one with the journal would look whole and not be it; the journal
 * has a list of its own. Safe for any number of threads.
 */
record JournaledReads(StorageReads engine, NodeJournal journal, Journal.Home home) implements StorageReads {
    @Override
    public Optional<StoredDocument> read(DocumentId id) {
        return look(id, engine::read, Function.identity());
    }

    @Override
    public Optional<String> version(DocumentId id) {
        return look(id, engine::version, StoredDocument::changeVector);
    }

    /**
     * What the engine has is what others see. It is asked again where the journal has nothing, either: the document may
     * have come home between the two questions.
     */
    private <T> Optional<T> look(
            DocumentId id, Function<DocumentId, Optional<T>> stored, Function<StoredDocument, T> kept) {
        if (journal.isEmpty()) {
            return stored.apply(id);
        }
        try {
            Optional<T> found = stored.apply(id);
            return found.isPresent() ? found : journal.find(home, id).map(kept).or(() -> stored.apply(id));
        } catch (StorageUnreachableException e) {
            return Optional.of(journal.find(home, id).map(kept).orElseThrow(() -> e));
        }
    }

    /** Asks the engine nothing: what has come home between two pages is missing, and found there. */
    @Override
    public List<Journaled> journaled(long after, int limit) {
        return journal.ifOpened()
                .map(opened -> opened.listed(home, after, limit))
                .orElse(List.of());
    }

    @Override
    public Page list(Listing listing, int limit) {
        return engine.list(listing, limit);
    }

    @Override
    public String listVersion() {
        return engine.listVersion();
    }

    @Override
    public long lastEtag() {
        return engine.lastEtag();
    }

    @Override
    public List<NamedNumber> identities(Slice slice) {
        return engine.identities(slice);
    }

    @Override
    public List<NamedNumber> collections(Slice slice) {
        return engine.collections(slice);
    }

    @Override
    public List<CollectionSize> collectionSizes(Slice slice) {
        return engine.collectionSizes(slice);
    }

    @Override
    public List<LeaseRecord> leases(CounterName counter, long below, int limit) {
        return engine.leases(counter, below, limit);
    }

    @Override
    public NumberFacts facts(CounterName counter, long number) {
        return engine.facts(counter, number);
    }

    @Override
    public StorageStatistics statistics() {
        return engine.statistics();
    }
}
