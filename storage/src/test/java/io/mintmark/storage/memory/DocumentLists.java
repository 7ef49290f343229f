package io.mintmark.storage.memory;

import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
import io.mintmark.storage.NamedNumber;
import io.mintmark.storage.Slice;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.document.Page;
import io.mintmark.storage.document.StoredDocument;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lists of what is in memory, by looking at all of it. Stateless. */
public final class DocumentLists {
    private DocumentLists() {}

    /** A place in a list by writes. */
    private record Place(long etag) implements Listing.Position {}

    /** Returns a part of a listing of {@code documents}. */
    public static Page page(Stream<StoredDocument> documents, Listing listing, int limit) {
        List<StoredDocument> found = documents
                .filter(document -> isListed(listing, document))
                .sorted(order(listing))
                .limit(limit)
                .toList();
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

    /** Returns a part of numbers by their names, sorted. */
    public static List<NamedNumber> numbers(Map<String, Long> values, Slice slice) {
        return values.entrySet().stream()
                .filter(each -> each.getKey().compareTo(slice.after()) > 0)
                .sorted(Map.Entry.comparingByKey())
                .skip(slice.skip())
                .limit(slice.limit())
                .map(each -> new NamedNumber(each.getKey(), each.getValue()))
                .toList();
    }

    /** Returns a part of what is under the key forms of names, sorted by these. */
    public static <T> List<T> part(Map<String, T> byKey, Slice slice) {
        return byKey.entrySet().stream()
                .filter(each -> each.getKey().compareTo(KeyForm.of(slice.after())) > 0)
                .sorted(Map.Entry.comparingByKey())
                .skip(slice.skip())
                .limit(slice.limit())
                .map(Map.Entry::getValue)
                .toList();
    }
}
