package io.mintmark.server.storage;

import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.document.BatchScope;
import io.mintmark.server.storage.document.CollectionSize;
import io.mintmark.server.storage.document.CommandResult;
import io.mintmark.server.storage.document.DocumentBatch;
import io.mintmark.server.storage.document.Listing;
import io.mintmark.server.storage.document.Page;
import io.mintmark.server.storage.document.StoredDocument;
import java.util.List;
import java.util.Optional;

/** The documents of one database; its verbs promise what those of {@link Storage} do. */
public interface Documents {
    /** Returns the scope in which a batch is atomic. */
    BatchScope batchScope();

    /** Returns the 22 characters that tell this database's change vectors from all others'. */
    String databaseId();

    /**
     * Applies all commands in order, or none of them.
     *
     * <p>Holds: results come in the order of the commands; an id that a template asks for is made here, and is new.
     * Identity numbers that the batch asks for stay taken when it is refused, and counters whose HiLo documents it writes may stay
     * raised. Refused: an expectation that is not met
     * ({@link io.mintmark.server.storage.document.ConcurrencyException}), a document that would change its collection
     * ({@link io.mintmark.server.storage.document.CollectionMismatchException}).
     */
    default List<CommandResult> commit(DocumentBatch batch) {
        return submit(batch, Party.NOBODY).await();
    }

    /**
     * Hands a batch over as {@link #commit} does, and returns before it is done.
     *
     * <p>Holds: batches that one thread submits take effect in that order. Waits itself only while too many wait before
     * it, or for the database to be opened.
     */
    Pending<List<CommandResult>> submit(DocumentBatch batch, Party party);

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

    /** Returns collections with how many documents each has, by the key form of their names; empty ones are left out. */
    List<NamedNumber> collections(Slice slice);

    /** Returns the same with the size of each: every document is looked at, though not read, unless the engine adds sizes up. */
    List<CollectionSize> collectionSizes(Slice slice);

    /** Returns counts and sizes. */
    StorageStatistics statistics();
}
