package io.mintmark.server.storage.sqlite;

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
import io.mintmark.server.storage.document.CommandResult;
import io.mintmark.server.storage.document.DocumentBatch;
import io.mintmark.server.storage.document.Listing;
import io.mintmark.server.storage.document.Page;
import io.mintmark.server.storage.document.StoredDocument;
import io.mintmark.server.storage.group.StorageWriter;
import io.mintmark.server.storage.sqlite.log.LogKeeper;
import io.mintmark.server.storage.sqlite.read.Reads;
import io.mintmark.server.storage.sqlite.row.StateRow;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** One database in one SQLite file: writes go to its writer, reads to connections of their own. */
final class SqliteStorage implements Storage {
    private final Path path;
    private final StateRow opened;
    private final StorageWriter writer;
    private final Reads reads;
    private final Runnable lastLook;

    SqliteStorage(Path path, StateRow opened, StorageWriter writer, Reads reads, Runnable lastLook) {
        this.lastLook = lastLook;
        this.path = path;
        this.opened = opened;
        this.writer = writer;
        this.reads = reads;
    }

    @Override
    public BatchScope batchScope() {
        return BatchScope.DATABASE;
    }

    @Override
    public String databaseId() {
        return opened.databaseId();
    }

    @Override
    public String life() {
        return opened.life();
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
    public Optional<String> version(DocumentId id) {
        return reads.version(id);
    }

    @Override
    public Page list(Listing listing, int limit) {
        return reads.page(listing, limit);
    }

    @Override
    public String listVersion() {
        return reads.listVersion();
    }

    @Override
    public long lastEtag() {
        return reads.lastEtag();
    }

    @Override
    public StorageStatistics statistics() {
        return reads.statistics();
    }

    @Override
    public void close() {
        writer.finish();
        lastLook.run();
        try (LogKeeper kept = LogKeeper.of(path, writer.hasFailed())) {
            writer.close();
            reads.close();
        }
    }
}
