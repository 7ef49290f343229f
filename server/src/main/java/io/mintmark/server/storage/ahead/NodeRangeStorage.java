package io.mintmark.server.storage.ahead;

import io.mintmark.counter.OpenLease;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.NodeTag;
import io.mintmark.internal.Ticker;
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
import io.mintmark.server.storage.document.DocumentCommand;
import io.mintmark.server.storage.document.Listing;
import io.mintmark.server.storage.document.Page;
import io.mintmark.server.storage.document.StoredDocument;
import io.mintmark.server.storage.index.IndexStorage;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * A storage that several nodes share, behind the numbers that this node owns of its counters. Safe for any number of threads.
 *
 * <p>A range that this node cuts is on no disk as a lease: after a crash it cannot be returned, and only this node takes it
 * back. Where this node moves a counter otherwise, it stops cutting before; another node's raise reaches it by the engine's
 * counter alone, so that reservations made before go on being issued, as clients' ranges do.
 */
public final class NodeRangeStorage implements Storage {
    private final Storage engine;
    private final NodeRanges ranges;
    private final NodeTag node;
    private final InstantSource clock;

    /**
     * Reserves ahead in {@code engine} what it gives to clients.
     *
     * @param ahead the same engine
     * @param node this node's tag
     * @param serials makes serials of leases that no other lease of the database's life ever has
     */
    public NodeRangeStorage(
            Storage engine,
            AheadCounters ahead,
            NodeTag node,
            LongSupplier serials,
            InstantSource clock,
            Ticker ticker) {
        this.engine = engine;
        this.ranges = new NodeRanges(ahead, engine.life(), serials, ticker);
        this.node = node;
        this.clock = clock;
    }

    @Override
    public Pending<Lease> submit(RangeRequest request, Party party) {
        if (engine.writes(Strategy.HILO) != WriteState.TAKEN) {
            // It says why. A node whose claim ended may stand over an engine that was put back.
            return engine.submit(request, party);
        }
        return ranges.take(request, this::lease, () -> engine.submit(request, party));
    }

    private Lease lease(OpenLease cut) {
        return new Lease(cut.serial(), cut.low(), cut.high(), node, clock.instant());
    }

    @Override
    public Pending<ReturnRule.Verdict> submit(RangeReturn request, Party party) {
        return ranges.giveBack(request).map(Pending::done).orElseGet(() -> engine.submit(request, party));
    }

    @Override
    public long raise(CounterName counter, long atLeast) {
        ranges.drop(counter);
        return engine.raise(counter, atLeast);
    }

    /** A batch that writes to a HiLo document moves its counter. */
    @Override
    public Pending<List<CommandResult>> submit(DocumentBatch batch, Party party) {
        for (DocumentCommand command : batch.commands()) {
            id(command).flatMap(CounterName::shownBy).ifPresent(ranges::drop);
        }
        return engine.submit(batch, party);
    }

    private static Optional<DocumentId> id(DocumentCommand command) {
        if (command instanceof DocumentCommand.Put put) {
            return put.id() instanceof IdTemplate.Semantic semantic ? Optional.of(semantic.id()) : Optional.empty();
        }
        return Optional.of(((DocumentCommand.Delete) command).id());
    }

    /** Returns how many numbers of all counters this node owns that it has not handed out. */
    public long numbersAhead() {
        return ranges.left();
    }

    @Override
    public void close() {
        ranges.close();
        engine.close();
    }

    @Override
    public Pending<Long> submit(IdentityRequest request, Party party) {
        return engine.submit(request, party);
    }

    @Override
    public Pending<Long> submit(IdentitySeed seed, Party party) {
        return engine.submit(seed, party);
    }

    @Override
    public WriteState writes(Strategy strategy) {
        return engine.writes(strategy);
    }

    @Override
    public Optional<IndexStorage> indexes() {
        return engine.indexes();
    }

    @Override
    public String life() {
        return engine.life();
    }

    @Override
    public List<NamedNumber> identities(Slice slice) {
        return engine.identities(slice);
    }

    @Override
    public BatchScope batchScope() {
        return engine.batchScope();
    }

    @Override
    public String databaseId() {
        return engine.databaseId();
    }

    @Override
    public Optional<StoredDocument> read(DocumentId id) {
        return engine.read(id);
    }

    @Override
    public Optional<String> version(DocumentId id) {
        return engine.version(id);
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
    public List<NamedNumber> collections(Slice slice) {
        return engine.collections(slice);
    }

    @Override
    public List<CollectionSize> collectionSizes(Slice slice) {
        return engine.collectionSizes(slice);
    }

    @Override
    public StorageStatistics statistics() {
        return engine.statistics();
    }
}
