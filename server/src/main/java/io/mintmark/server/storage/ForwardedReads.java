package io.mintmark.server.storage;

import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.document.CollectionSize;
import io.mintmark.server.storage.document.Listing;
import io.mintmark.server.storage.document.Page;
import io.mintmark.server.storage.document.StoredDocument;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads that another one answers. */
public interface ForwardedReads extends StorageReads {
    /** Returns what {@code read} finds where it is forwarded to. */
    <T> T forward(Function<StorageReads, T> read);

    @Override
    default Optional<StoredDocument> read(DocumentId id) {
        return forward(reads -> reads.read(id));
    }

    @Override
    default Optional<String> version(DocumentId id) {
        return forward(reads -> reads.version(id));
    }

    @Override
    default Page list(Listing listing, int limit) {
        return forward(reads -> reads.list(listing, limit));
    }

    @Override
    default String listVersion() {
        return forward(StorageReads::listVersion);
    }

    @Override
    default long lastEtag() {
        return forward(StorageReads::lastEtag);
    }

    @Override
    default List<NamedNumber> identities(Slice slice) {
        return forward(reads -> reads.identities(slice));
    }

    @Override
    default List<NamedNumber> collections(Slice slice) {
        return forward(reads -> reads.collections(slice));
    }

    @Override
    default List<CollectionSize> collectionSizes(Slice slice) {
        return forward(reads -> reads.collectionSizes(slice));
    }

    @Override
    default StorageStatistics statistics() {
        return forward(StorageReads::statistics);
    }
}
