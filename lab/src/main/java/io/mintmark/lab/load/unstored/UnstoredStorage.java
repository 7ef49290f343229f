package io.mintmark.lab.load.unstored;

import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
import io.mintmark.document.NodeTag;
import io.mintmark.server.storage.NamedNumber;
import io.mintmark.server.storage.Party;
import io.mintmark.server.storage.Pending;
import io.mintmark.server.storage.Slice;
import io.mintmark.server.storage.Storage;
import io.mintmark.server.storage.StorageStatistics;
import io.mintmark.server.storage.Strategy;
import io.mintmark.server.storage.WriteState;
import io.mintmark.server.storage.counter.CounterName;
import io.mintmark.server.storage.counter.IdentityRequest;
import io.mintmark.server.storage.counter.IdentitySeed;
import io.mintmark.server.storage.counter.Lease;
import io.mintmark.server.storage.counter.RangeRequest;
import io.mintmark.server.storage.counter.RangeReturn;
import io.mintmark.server.storage.document.BatchScope;
import io.mintmark.server.storage.document.CollectionSize;
import io.mintmark.server.storage.document.CommandResult;
import io.mintmark.server.storage.document.DocumentBatch;
import io.mintmark.server.storage.document.Listing;
import io.mintmark.server.storage.document.Page;
import io.mintmark.server.storage.document.StoredDocument;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A database whose next range is always the same one. Reserving is all that it does; every other verb that needs something
 * stored is refused. Safe for any number of threads.
 */
final class UnstoredStorage implements Storage {
    private static final String ID = "AAAAAAAAAAAAAAAAAAAAAA";
    /** As long as those that the load asks for, with numbers of as many digits as they have after a while. */
    private static final Pending<Lease> RANGE = Pending.done(
            new Lease(31_251, 1_000_001, 1_000_032, NodeTag.of("A"), Instant.parse("2026-01-01T00:00:00Z")));

    @Override
    public Pending<Lease> submit(RangeRequest request, Party party) {
        return RANGE;
    }

    @Override
    public WriteState writes(Strategy strategy) {
        return WriteState.TAKEN;
    }

    @Override
    public String life() {
        return ID + ".1";
    }

    @Override
    public String databaseId() {
        return ID;
    }

    @Override
    public BatchScope batchScope() {
        return BatchScope.DATABASE;
    }

    @Override
    public void close() {}

    @Override
    public Pending<ReturnRule.Verdict> submit(RangeReturn request, Party party) {
        throw refused();
    }

    @Override
    public long raise(CounterName counter, long atLeast) {
        throw refused();
    }

    @Override
    public Pending<Long> submit(IdentityRequest request, Party party) {
        throw refused();
    }

    @Override
    public Pending<Long> submit(IdentitySeed seed, Party party) {
        throw refused();
    }

    @Override
    public List<NamedNumber> identities(Slice slice) {
        throw refused();
    }

    @Override
    public Pending<List<CommandResult>> submit(DocumentBatch batch, Party party) {
        throw refused();
    }

    @Override
    public Optional<StoredDocument> read(DocumentId id) {
        throw refused();
    }

    @Override
    public Page list(Listing listing, int limit) {
        throw refused();
    }

    @Override
    public String listVersion() {
        throw refused();
    }

    @Override
    public long lastEtag() {
        throw refused();
    }

    @Override
    public List<NamedNumber> collections(Slice slice) {
        throw refused();
    }

    @Override
    public List<CollectionSize> collectionSizes(Slice slice) {
        throw refused();
    }

    @Override
    public StorageStatistics statistics() {
        throw refused();
    }

    private static UnsupportedOperationException refused() {
        return new UnsupportedOperationException("only ranges are answered: ask for GET …/hilo/next");
    }
}
