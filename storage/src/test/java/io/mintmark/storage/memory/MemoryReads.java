package io.mintmark.storage.memory;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.LeaseRecord;
import io.mintmark.storage.NamedNumber;
import io.mintmark.storage.Slice;
import io.mintmark.storage.StorageReads;
import io.mintmark.storage.StorageStatistics;
import io.mintmark.storage.document.ChangeVectors;
import io.mintmark.storage.document.CollectionSize;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.document.Page;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.lease.CutChunk;
import io.mintmark.storage.lease.LeaseFact;
import io.mintmark.storage.lease.LeaseHorizon;
import io.mintmark.storage.lease.LeaseKind;
import io.mintmark.storage.lease.NumberFacts;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.DocumentRow;
import io.mintmark.storage.row.LeaseRow;
import io.mintmark.storage.row.Tally;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.HiLoDocument;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads what is committed. Safe for any number of threads. */
final class MemoryReads implements StorageReads {
    private final MemoryTables tables;

    MemoryReads(MemoryTables tables) {
        this.tables = tables;
    }

    private <T> T read(Supplier<T> reading) {
        tables.lock.readLock().lock();
        try {
            return reading.get();
        } finally {
            tables.lock.readLock().unlock();
        }
    }

    @Override
    public Optional<StoredDocument> read(DocumentId id) {
        return read(() -> CounterName.isShownBy(id)
                ? Optional.ofNullable(tables.counters.get(id.key()))
                        .filter(Counter::isShown)
                        .map(this::shown)
                : Optional.ofNullable(tables.documents.get(id.key())).map(this::stored));
    }

    private StoredDocument stored(DocumentRow row) {
        String vector = ChangeVectors.format(row.node(), row.etag(), tables.home.databaseId());
        return new StoredDocument(row.id(), Objects.requireNonNull(row.content()), vector, row.etag(), row.modified());
    }

    private StoredDocument shown(Counter counter) {
        DocumentContent content = new DocumentContent(
                tables.collectionName(counter.collection()),
                HiLoDocument.body(counter.max(), counter.body()),
                counter.metadata());
        String vector = ChangeVectors.format(counter.node(), counter.etag(), tables.home.databaseId());
        return new StoredDocument(counter.id(), content, vector, counter.etag(), counter.modified());
    }

    @Override
    public Page list(Listing listing, int limit) {
        return read(() -> DocumentLists.page(
                Stream.concat(
                        tables.documents.values().stream().map(this::stored),
                        tables.counters.values().stream()
                                .filter(Counter::isShown)
                                .map(this::shown)),
                listing,
                limit));
    }

    @Override
    public List<NamedNumber> identities(Slice slice) {
        return read(() -> DocumentLists.numbers(tables.identities, slice));
    }

    @Override
    public List<NamedNumber> collections(Slice slice) {
        return collectionSizes(slice).stream()
                .map(each -> new NamedNumber(each.name(), each.documents()))
                .toList();
    }

    @Override
    public List<CollectionSize> collectionSizes(Slice slice) {
        return read(() -> {
            Map<String, CollectionSize> sizes = new TreeMap<>();
            tables.collections.forEach((key, row) -> {
                if (tally(row.number()).documents() > 0) {
                    sizes.put(key, size(row.name(), tally(row.number())));
                }
            });
            return DocumentLists.part(sizes, slice);
        });
    }

    @Override
    public List<LeaseRecord> leases(CounterName counter, long below, int limit) {
        return read(() -> tables.leases.values().stream()
                .filter(row ->
                        row.counter().equals(counter.key()) && row.lease().serial() < below)
                .filter(row ->
                        row.record().kind() == null || row.record().kind().isReservation())
                .sorted(Comparator.comparing((LeaseRow row) -> row.lease().serial())
                        .reversed())
                .limit(limit)
                .map(MemoryReads::record)
                .toList());
    }

    private static LeaseRecord record(LeaseRow row) {
        LeaseKind kind = row.record().kind();
        boolean ahead = kind == LeaseKind.AHEAD || kind == LeaseKind.AHEAD_WITH_GAP;
        return new LeaseRecord(row.lease(), row.record().holder(), row.returned(), ahead);
    }

    /** Nothing is ever gone here. */
    @Override
    public NumberFacts facts(CounterName counter, long number) {
        return read(() -> {
            Counter found = tables.counters.get(counter.key());
            return new NumberFacts(
                    found == null ? OptionalLong.empty() : OptionalLong.of(found.max()),
                    tables.cuts.stream()
                            .filter(chunk -> chunk.counter().equals(counter))
                            .filter(chunk -> chunk.low() <= number && number <= chunk.high())
                            .map(chunk -> new CutChunk(tables.home.node(), chunk.content()))
                            .toList(),
                    tables.leases.values().stream()
                            .filter(row -> row.counter().equals(counter.key()))
                            .sorted(Comparator.comparing(
                                            (LeaseRow row) -> row.lease().serial())
                                    .reversed())
                            .map(MemoryReads::fact)
                            .toList(),
                    null,
                    LeaseHorizon.NONE);
        });
    }

    private static LeaseFact fact(LeaseRow row) {
        return new LeaseFact(
                row.lease(),
                row.record().kind(),
                row.record().passed(),
                row.record().holder(),
                row.returned(),
                row.ended(),
                OptionalLong.empty());
    }

    private static CollectionSize size(String name, Tally tally) {
        return new CollectionSize(name, tally.documents(), tally.bytes());
    }

    private Tally tally(long collection) {
        return tables.tallies.getOrDefault(collection, new Tally(0, 0));
    }

    private long documents() {
        return read(() ->
                tables.tallies.values().stream().mapToLong(Tally::documents).sum());
    }

    private long identities() {
        return read(() -> (long) tables.identities.size());
    }

    @Override
    public long lastEtag() {
        return read(() -> tables.etag);
    }

    @Override
    public String listVersion() {
        return "list of " + tables.home.databaseId() + " at " + lastEtag();
    }

    @Override
    public StorageStatistics statistics() {
        long etag = lastEtag();
        String vector = etag == 0 ? "" : ChangeVectors.format("A", etag, tables.home.databaseId());
        return new StorageStatistics(documents(), identities(), etag, vector, "memory", 0);
    }
}
