package io.mintmark.storage;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.document.CollectionSize;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.document.Page;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.lease.NumberFacts;
import io.mintmark.storage.write.CounterName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What can be read of a database beside its writes: everything that was acknowledged before. Safe for any number of
 * threads.
 */
public interface StorageReads {
    /** Returns the document with that id, as it stood when last acknowledged. */
    Optional<StoredDocument> read(DocumentId id);

    /** Returns the change vector of the document with that id, which costs less than to read it. */
    default Optional<String> version(DocumentId id) {
        return read(id).map(StoredDocument::changeVector);
    }

    /** Returns documents in a listing's order, {@code limit} at most; see {@link Page#next()} for the rest. */
    Page list(Listing listing, int limit);

    /**
     * Returns what is another text after every write: whatever was listed before is unchanged as long as it stays. Only
     * compared, never read or ordered: several nodes have no common number of writes.
     */
    String listVersion();

    /** Returns the etag of this node's newest write, to be shown. */
    long lastEtag();

    /** Returns identities with their latest numbers, by name. */
    List<NamedNumber> identities(Slice slice);

    /**
     * Returns collections with how many documents each has, by the key form of their names; empty ones are left out.
     */
    List<NamedNumber> collections(Slice slice);

    /**
     * Returns the same with the size of each: every document is looked at, though not read, unless the engine adds
     * sizes up.
     */
    List<CollectionSize> collectionSizes(Slice slice);

    /**
     * Returns leases of a counter that are on record, the highest serial first: those whose serials lie below
     * {@code below}, {@code limit} at most. Old ones are forgotten. Ranges that a node cut from numbers it reserved
     * ahead are not among them.
     */
    List<LeaseRecord> leases(CounterName counter, long below, int limit);

    /** Returns what is on record of one number of a counter, read as {@link NumberFacts} says. */
    NumberFacts facts(CounterName counter, long number);

    /**
     * A document that is on this node's machine alone.
     *
     * @param entry its place in the order in which they were taken
     * @param id its id
     * @param changeVector as it was acknowledged
     * @param taken when
     * @param bytes of its content
     */
    record Journaled(long entry, DocumentId id, String changeVector, Instant taken, long bytes) {}

    /**
     * Returns the documents that this node took without its engine and that are not home yet, behind the entry
     * {@code after}, in their order, {@code limit} at most; none where the engine is never gone. Those that could not
     * come home are not among them.
     */
    default List<Journaled> journaled(long after, int limit) {
        return List.of();
    }

    /** Returns counts and sizes. */
    StorageStatistics statistics();
}
