package io.mintmark.server.storage;

import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.document.BatchScope;
import io.mintmark.server.storage.document.CommandResult;
import io.mintmark.server.storage.document.DocumentBatch;
import io.mintmark.server.storage.document.Listing;
import io.mintmark.server.storage.document.Page;
import io.mintmark.server.storage.document.StoredDocument;
import java.util.List;
import java.util.Optional;

/**
 * One database: its documents, HiLo counters and identities, kept so that what was acknowledged survives.
 *
 * <p>When a writing verb returns, its effect is on stable storage (promises G1 and G2); when it throws a
 * {@link io.mintmark.MintmarkException} other than {@link StorageFailedException}, it had no effect beyond the numbers
 * it says are gaps now. After a {@link StorageFailedException} the effect is unknown until the database is opened again. A
 * {@link StorageBusyException} means that too much was waiting to be written already.
 * Safe for any number of threads; every verb but those called {@code submit} blocks until it is done, and writes for
 * {@link Party#NOBODY}.
 */
public interface Storage extends AutoCloseable {

    /** Returns the scope in which a batch is atomic. */
    BatchScope batchScope();

    /** Returns the 22 characters that tell this database's change vectors from all others'. */
    String databaseId();

    /**
     * Returns the name of this database's life, part of its tokens: its random id and, behind a dot, its incarnation, which
     * grows when a copy is restored.
     */
    String life();

    /** Returns whether writes are taken; false for good once the store failed, until the database is opened again. */
    boolean acceptsWrites();

    /**
     * Applies all commands in order, or none of them.
     *
     * <p>Holds: results come in the order of the commands; an id that a template asks for is made here, and is new.
     * Identity numbers that the batch asks for stay taken when it is refused. Refused: an expectation that is not met
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

    /**
     * Moves a counter up durably and returns what was passed.
     *
     * <p>Holds: no number of the lease was or will be part of another one, except by {@link #giveBack}. Refused: a
     * counter at its ceiling ({@link io.mintmark.counter.ExhaustedException}), a leap of {@code lastMax} beyond all sense
     * ({@link io.mintmark.counter.LeapRefusedException}).
     */
    default Lease reserve(RangeRequest request) {
        return submit(request, Party.NOBODY).await();
    }

    /** Hands a reservation over as {@link #reserve} does, and returns before it is durable. */
    Pending<Lease> submit(RangeRequest request, Party party);

    /**
     * Gives the unused tail of a counter's latest lease back, and returns what became of it.
     *
     * <p>Holds: accepted at most once a lease, see {@link io.mintmark.counter.ReturnRule}. Anything else changes nothing:
     * the numbers are a gap.
     */
    default ReturnRule.Verdict giveBack(RangeReturn request) {
        return submit(request, Party.NOBODY).await();
    }

    /** Hands a return over as {@link #giveBack} does, and returns before it is durable. */
    Pending<ReturnRule.Verdict> submit(RangeReturn request, Party party);

    /**
     * Moves a counter up to {@code atLeast} without owning numbers, and returns where it stands now.
     *
     * <p>Holds: later leases begin above the returned value. Undefined: nothing; a counter already higher stays.
     */
    long raise(CounterName counter, long atLeast);

    /**
     * Takes the next number of an identity; the same {@code requestId} gets the same number again.
     *
     * <p>Holds: numbers of one identity increase. Refused: an identity at its ceiling
     * ({@link io.mintmark.counter.ExhaustedException}).
     */
    default long nextIdentity(IdentityRequest request) {
        return submit(request, Party.NOBODY).await();
    }

    /** Hands a request for an identity's number over as {@link #nextIdentity} does, and returns before it is durable. */
    Pending<Long> submit(IdentityRequest request, Party party);

    /**
     * Moves an identity to {@code value}: up only, or wherever the request forces it; returns where it stands now. The
     * same {@code requestId} moves it once and gets the same answer again.
     *
     * <p>Undefined: numbers above a forced lower value will be issued again; documents that bear them refuse theirs.
     */
    default long seedIdentity(IdentitySeed seed) {
        return submit(seed, Party.NOBODY).await();
    }

    /** Hands a seed over as {@link #seedIdentity} does, and returns before it is durable. */
    Pending<Long> submit(IdentitySeed seed, Party party);

    /** Returns identities with their latest numbers, by name. */
    List<NamedNumber> identities(Slice slice);

    /** Returns collections with how many documents each has, by the key form of their names; empty ones are left out. */
    List<NamedNumber> collections(Slice slice);

    /** Returns the document with that id, as it stood when last acknowledged. */
    Optional<StoredDocument> read(DocumentId id);

    /** Returns the change vector of the document with that id, which costs less than to read it. */
    default Optional<String> version(DocumentId id) {
        return read(id).map(StoredDocument::changeVector);
    }

    /** Returns documents in a listing's order, {@code limit} at most; see {@link Page#next()} for the rest. */
    Page list(Listing listing, int limit);

    /** Returns the etag of the newest write: whatever was listed before is unchanged as long as it stays. */
    long lastEtag();

    /** Returns counts and sizes. */
    StorageStatistics statistics();

    /**
     * Finishes what was accepted, then closes; further calls throw {@link StorageFailedException} or, of a storage that opens
     * itself, {@link StorageClosedException}.
     */
    @Override
    void close();
}
