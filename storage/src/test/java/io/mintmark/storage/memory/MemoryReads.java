package io.mintmark.storage.memory;

import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
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
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.DocumentRow;
import io.mintmark.storage.row.Tally;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.HiLoDocument;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads what is committed. Safe for any number of threads. */
final class MemoryReads implements StorageReads {
    private final MemoryTables tables;

    MemoryReads(MemoryTables tables) {
        this.tables = tables;
    }

    /** A place in a list by writes. */
    private record Place(long etag) implements Listing.Position {}

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
        List<StoredDocument> found = read(() -> new ArrayList<>(Stream.concat(
                        tables.documents.values().stream().map(this::stored),
                        tables.counters.values().stream()
                                .filter(Counter::isShown)
                                .map(this::shown))
                .filter(document -> isListed(listing, document))
                .sorted(order(listing))
                .limit(limit)
                .toList()));
        boolean more = found.size() == limit && limit > 0;
        return new Page(found, more ? Optional.of(after(listing, found.get(limit - 1))) : Optional.empty());
    }

    private static boolean isListed(Listing listing, StoredDocument document) {
        if (listing instanceof Listing.ByPrefix prefix) {
            DocumentId after = prefix.after();
            return document.id().key().startsWith(prefix.keyPrefix())
                    && (after == null || compare(document.id(), after) > 0);
        }
        if (listing instanceof Listing.NewestFirst newest) {
            return newest.after() == null || document.etag() < etag(newest.after());
        }
        Listing.OldestFirst oldest = (Listing.OldestFirst) listing;
        return oldest.after() == null ? document.etag() >= oldest.fromEtag() : document.etag() > etag(oldest.after());
    }

    private static Comparator<StoredDocument> order(Listing listing) {
        Comparator<StoredDocument> byEtag = Comparator.comparingLong(StoredDocument::etag);
        if (listing instanceof Listing.ByPrefix) {
            return (one, other) -> compare(one.id(), other.id());
        }
        return listing instanceof Listing.NewestFirst ? byEtag.reversed() : byEtag;
    }

    private static int compare(DocumentId one, DocumentId other) {
        return Arrays.compareUnsigned(one.keyBytes(), other.keyBytes());
    }

    private static Listing after(Listing listing, StoredDocument last) {
        if (listing instanceof Listing.ByPrefix prefix) {
            return new Listing.ByPrefix(prefix.keyPrefix(), last.id());
        }
        return listing instanceof Listing.OldestFirst oldest
                ? new Listing.OldestFirst(oldest.fromEtag(), new Place(last.etag()))
                : new Listing.NewestFirst(new Place(last.etag()));
    }

    private static long etag(Listing.@Nullable Position position) {
        return position instanceof Place place ? place.etag : 0;
    }

    @Override
    public List<NamedNumber> identities(Slice slice) {
        return read(() -> numbers(tables.identities.entrySet().stream(), slice));
    }

    @Override
    public List<NamedNumber> collections(Slice slice) {
        return collectionSizes(slice).stream()
                .map(each -> new NamedNumber(each.name(), each.documents()))
                .toList();
    }

    @Override
    public List<CollectionSize> collectionSizes(Slice slice) {
        return read(() -> tables.collections.entrySet().stream()
                .filter(each -> each.getKey().compareTo(KeyForm.of(slice.after())) > 0)
                .filter(each -> tally(each.getValue().number()).documents() > 0)
                .sorted(Map.Entry.comparingByKey())
                .skip(slice.skip())
                .limit(slice.limit())
                .map(each -> size(each.getValue().name(), tally(each.getValue().number())))
                .toList());
    }

    private static CollectionSize size(String name, Tally tally) {
        return new CollectionSize(name, tally.documents(), tally.bytes());
    }

    private Tally tally(long collection) {
        return tables.tallies.getOrDefault(collection, new Tally(0, 0));
    }

    private static List<NamedNumber> numbers(Stream<Map.Entry<String, Long>> all, Slice slice) {
        return all.filter(each -> each.getKey().compareTo(slice.after()) > 0)
                .sorted(Map.Entry.comparingByKey())
                .skip(slice.skip())
                .limit(slice.limit())
                .map(each -> new NamedNumber(each.getKey(), each.getValue()))
                .toList();
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
