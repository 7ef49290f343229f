package io.mintmark.server.storage.ondemand;

import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
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
import io.mintmark.server.storage.document.CollectionSize;
import io.mintmark.server.storage.document.CommandResult;
import io.mintmark.server.storage.document.DocumentBatch;
import io.mintmark.server.storage.document.Listing;
import io.mintmark.server.storage.document.Page;
import io.mintmark.server.storage.document.StoredDocument;
import io.mintmark.server.storage.image.Image;
import io.mintmark.server.storage.index.IndexStorage;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A storage each of whose verbs is another one's, while it holds that: {@link #use} says how it is held. */
abstract class UsedStorage implements Storage {
    /** Runs a verb of the storage behind this one, which stays open meanwhile. */
    abstract <T> T use(Function<Storage, T> verb);

    /** Hands something over for {@code party}; it may end after the storage is no longer held. */
    abstract <T> Pending<T> submit(Party party, Function<Storage, Pending<T>> verb);

    @Override
    public WriteState writes(Strategy strategy) {
        return use(storage -> storage.writes(strategy));
    }

    @Override
    public Optional<IndexStorage> indexes() {
        return use(Storage::indexes);
    }

    @Override
    public Pending<List<CommandResult>> submit(DocumentBatch batch, Party party) {
        return submit(party, storage -> storage.submit(batch, party));
    }

    @Override
    public Pending<Lease> submit(RangeRequest request, Party party) {
        return submit(party, storage -> storage.submit(request, party));
    }

    @Override
    public Pending<ReturnRule.Verdict> submit(RangeReturn request, Party party) {
        return submit(party, storage -> storage.submit(request, party));
    }

    @Override
    public long raise(CounterName counter, long atLeast) {
        return use(storage -> storage.raise(counter, atLeast));
    }

    @Override
    public Pending<Long> submit(IdentityRequest request, Party party) {
        return submit(party, storage -> storage.submit(request, party));
    }

    @Override
    public Pending<Long> submit(IdentitySeed seed, Party party) {
        return submit(party, storage -> storage.submit(seed, party));
    }

    @Override
    public List<NamedNumber> identities(Slice slice) {
        return use(storage -> storage.identities(slice));
    }

    @Override
    public List<NamedNumber> collections(Slice slice) {
        return use(storage -> storage.collections(slice));
    }

    @Override
    public List<CollectionSize> collectionSizes(Slice slice) {
        return use(storage -> storage.collectionSizes(slice));
    }

    @Override
    public Optional<StoredDocument> read(DocumentId id) {
        return use(storage -> storage.read(id));
    }

    @Override
    public Optional<String> version(DocumentId id) {
        return use(storage -> storage.version(id));
    }

    @Override
    public Page list(Listing listing, int limit) {
        return use(storage -> storage.list(listing, limit));
    }

    @Override
    public String listVersion() {
        return use(Storage::listVersion);
    }

    @Override
    public long lastEtag() {
        return use(Storage::lastEtag);
    }

    @Override
    public StorageStatistics statistics() {
        return use(Storage::statistics);
    }

    @Override
    public Image image(long logBytesMax) {
        return use(storage -> storage.image(logBytesMax));
    }
}
