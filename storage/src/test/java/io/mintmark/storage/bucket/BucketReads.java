package io.mintmark.storage.bucket;

import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
import io.mintmark.storage.LeaseRecord;
import io.mintmark.storage.NamedNumber;
import io.mintmark.storage.Slice;
import io.mintmark.storage.StorageReads;
import io.mintmark.storage.StorageStatistics;
import io.mintmark.storage.bucket.BucketRow.Identity;
import io.mintmark.storage.bucket.BucketRows.Place;
import io.mintmark.storage.document.CollectionSize;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.document.Page;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.lease.CutChunk;
import io.mintmark.storage.lease.LeaseFact;
import io.mintmark.storage.lease.LeaseHorizon;
import io.mintmark.storage.lease.LeaseKind;
import io.mintmark.storage.lease.NumberFacts;
import io.mintmark.storage.memory.DocumentLists;
import io.mintmark.storage.write.CounterName;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads rows, and counts by looking at all of them: no number is kept beside what it counts. */
final class BucketReads implements StorageReads {
    private final BucketDatabase database;

    BucketReads(BucketDatabase database) {
        this.database = database;
    }

    @Override
    public Optional<StoredDocument> read(DocumentId id) {
        BucketRow row = database.rows().read(Place.of(id));
        return row == null ? Optional.empty() : row.document(database.id());
    }

    private Stream<StoredDocument> documents() {
        return database.rows().all().stream().flatMap(each -> each.getValue().document(database.id()).stream());
    }

    @Override
    public Page list(Listing listing, int limit) {
        return DocumentLists.page(documents(), listing, limit);
    }

    /** Asked for before what it is about, so a list is never newer than it says. */
    @Override
    public String listVersion() {
        return database.id() + " after " + database.rows().writes() + " writes";
    }

    @Override
    public long lastEtag() {
        return database.rows().last(BucketDatabase.ETAGS);
    }

    @Override
    public List<NamedNumber> identities(Slice slice) {
        Map<String, Long> values = new HashMap<>();
        database.rows().all().forEach(each -> {
            if (each.getValue() instanceof Identity identity) {
                values.put(each.getKey().identity(), identity.value().orElse(0L));
            }
        });
        return DocumentLists.numbers(values, slice);
    }

    @Override
    public List<NamedNumber> collections(Slice slice) {
        return collectionSizes(slice).stream()
                .map(each -> new NamedNumber(each.name(), each.documents()))
                .toList();
    }

    @Override
    public List<CollectionSize> collectionSizes(Slice slice) {
        Map<String, CollectionSize> sizes = new TreeMap<>();
        database.rows()
                .all()
                .forEach(each -> each.getValue()
                        .document(database.id())
                        .ifPresent(document -> sizes.merge(
                                KeyForm.of(document.content().collection()),
                                new CollectionSize(
                                        database.rows()
                                                .spelling(document.content().collection()),
                                        1,
                                        bytes(each.getValue())),
                                (one, other) -> new CollectionSize(
                                        one.name(),
                                        one.documents() + other.documents(),
                                        one.bytes() + other.bytes()))));
        return DocumentLists.part(sizes, slice);
    }

    @Override
    public List<LeaseRecord> leases(CounterName counter, long below, int limit) {
        return newest(counter)
                .filter(fact -> fact.lease().serial() < below
                        && fact.kind() != null
                        && fact.kind().isReservation())
                .limit(limit)
                .map(fact ->
                        new LeaseRecord(fact.lease(), fact.holder(), fact.returned(), fact.kind() != LeaseKind.RANGE))
                .toList();
    }

    private Stream<LeaseFact> newest(CounterName counter) {
        return row(counter).stream()
                .flatMap(row -> row.record().stream())
                .sorted(Comparator.comparing((LeaseFact fact) -> fact.lease().serial())
                        .reversed());
    }

    private Optional<BucketRow.HiLo> row(CounterName counter) {
        return Optional.ofNullable((BucketRow.HiLo) database.rows().read(BucketRows.Place.of(counter.document())));
    }

    @Override
    public NumberFacts facts(CounterName counter, long number) {
        return new NumberFacts(
                row(counter).stream().mapToLong(row -> row.counter().max()).findFirst(),
                row(counter).stream()
                        .flatMap(row -> row.cuts().stream())
                        .map(chunk -> new CutChunk(BucketStep.NODE, chunk.content()))
                        .toList(),
                newest(counter).toList(),
                null,
                LeaseHorizon.NONE);
    }

    /** The document of a counter is made when it is read. */
    private static long bytes(BucketRow row) {
        return row instanceof BucketRow.Document document
                ? document.content().body().length + document.content().metadata().length
                : 0;
    }

    @Override
    public StorageStatistics statistics() {
        long etag = lastEtag();
        String vector = etag == 0 ? "" : BucketRow.vector(etag, database.id());
        long identities = identities(Slice.ALL).size();
        return new StorageStatistics(documents().count(), identities, etag, vector, "memory in buckets", 0);
    }
}
