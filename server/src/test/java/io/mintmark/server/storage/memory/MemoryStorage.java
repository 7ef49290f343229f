package io.mintmark.server.storage.memory;

import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.CounterName;
import io.mintmark.server.storage.IdentityRequest;
import io.mintmark.server.storage.IdentitySeed;
import io.mintmark.server.storage.Lease;
import io.mintmark.server.storage.NamedNumber;
import io.mintmark.server.storage.Party;
import io.mintmark.server.storage.Pending;
import io.mintmark.server.storage.RangeRequest;
import io.mintmark.server.storage.RangeReturn;
import io.mintmark.server.storage.Slice;
import io.mintmark.server.storage.Storage;
import io.mintmark.server.storage.StorageStatistics;
import io.mintmark.server.storage.Strategy;
import io.mintmark.server.storage.WriteState;
import io.mintmark.server.storage.document.BatchScope;
import io.mintmark.server.storage.document.ChangeVectors;
import io.mintmark.server.storage.document.CommandResult;
import io.mintmark.server.storage.document.DocumentBatch;
import io.mintmark.server.storage.document.Listing;
import io.mintmark.server.storage.document.Page;
import io.mintmark.server.storage.document.StoredDocument;
import io.mintmark.server.storage.group.StorageWriter;
import java.util.List;
import java.util.Optional;

/** One database in memory: writes go to its writer, reads to what is committed. */
final class MemoryStorage implements Storage {
    private final MemoryTables tables;
    private final StorageWriter writer;
    private final MemoryReads reads;

    MemoryStorage(MemoryTables tables, StorageWriter writer) {
        this.tables = tables;
        this.writer = writer;
        this.reads = new MemoryReads(tables);
        writer.start();
    }

    @Override
    public BatchScope batchScope() {
        return BatchScope.DATABASE;
    }

    @Override
    public String databaseId() {
        return tables.databaseId;
    }

    @Override
    public String life() {
        return tables.life();
    }

    @Override
    public WriteState writes(Strategy strategy) {
        return writer.hasFailed() ? WriteState.FAILED : WriteState.TAKEN;
    }

    @Override
    public Pending<List<CommandResult>> submit(DocumentBatch batch, Party party) {
        return writer.commit(batch, party);
    }

    @Override
    public Pending<Lease> submit(RangeRequest request, Party party) {
        return writer.reserve(request, party);
    }

    @Override
    public Pending<ReturnRule.Verdict> submit(RangeReturn request, Party party) {
        return writer.giveBack(request, party);
    }

    @Override
    public long raise(CounterName counter, long atLeast) {
        return writer.raise(counter, atLeast, Party.NOBODY).await();
    }

    @Override
    public Pending<Long> submit(IdentityRequest request, Party party) {
        return writer.nextIdentity(request, party);
    }

    @Override
    public Pending<Long> submit(IdentitySeed seed, Party party) {
        return writer.seedIdentity(seed, party);
    }

    @Override
    public List<NamedNumber> identities(Slice slice) {
        return reads.identities(slice);
    }

    @Override
    public List<NamedNumber> collections(Slice slice) {
        return reads.collections(slice);
    }

    @Override
    public Optional<StoredDocument> read(DocumentId id) {
        return reads.document(id);
    }

    @Override
    public Page list(Listing listing, int limit) {
        return reads.page(listing, limit);
    }

    @Override
    public String listVersion() {
        return "list of " + tables.databaseId + " at " + reads.lastEtag();
    }

    @Override
    public long lastEtag() {
        return reads.lastEtag();
    }

    @Override
    public StorageStatistics statistics() {
        long etag = reads.lastEtag();
        String vector = etag == 0 ? "" : ChangeVectors.format("A", etag, tables.databaseId);
        return new StorageStatistics(reads.documents(), reads.identities(), etag, vector, "memory", 0);
    }

    @Override
    public void close() {
        writer.close();
    }
}
