package io.mintmark.storage;

import io.mintmark.counter.Reservation;
import io.mintmark.storage.document.BatchScope;
import io.mintmark.storage.index.IndexStorage;
import io.mintmark.storage.lease.NumberAnswer;
import io.mintmark.storage.write.CounterName;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One database: its documents, HiLo counters and identities, kept so that what was acknowledged survives.
 *
 * <p>When a write is settled, its effect is on stable storage (promises G1 and G2); when it throws a
 * {@link io.mintmark.MintmarkException} other than {@link StorageFailedException}, it had no effect beyond the numbers
 * it says are gaps now. After a {@link StorageFailedException} the effect is unknown until the database is opened
 * again. A {@link StorageBusyException} means that too much was waiting to be written already.
 * Safe for any number of threads; every verb but {@code submit} blocks until it is done.
 */
public interface Storage extends Writes, AutoCloseable {
    /** Returns what reads the database beside its writes. */
    StorageReads reads();

    /**
     * Returns who holds a number of a counter, as far as stored facts and this node itself prove it. It looks at all
     * leases on record.
     *
     * @param number at least 1
     */
    NumberAnswer holderOf(CounterName counter, long number);

    /**
     * Returns the name of this database's life, part of its tokens: its random id and, after a dot, its incarnation,
     * which grows when a copy is restored.
     */
    String life();

    /**
     * Returns the highest number that a counter may reach. Beyond 2^52-1 only where no node hands out {@linkplain
     * io.mintmark.counter.NumberSlice slices}.
     */
    default long ceiling() {
        return Reservation.CEILING_JS_SAFE;
    }

    /** Returns the scope in which a batch is atomic. */
    BatchScope batchScope();

    /** Returns the 22 characters that tell this database's change vectors from all others'. */
    String databaseId();

    /** Returns whether writes of a kind are taken now. */
    WriteState writes(WriteKind kind);

    /**
     * Draws the etag of a write that this node makes without its engine: no write at any node has the same, also not
     * one that is made under the same tag later. Empty where no reserved one is left, or the engine reserves none.
     */
    default OptionalLong drawEtagAhead() {
        return OptionalLong.empty();
    }

    /** Returns where its indexes keep what they need; empty if this engine keeps no indexes. */
    default Optional<IndexStorage> indexes() {
        return Optional.empty();
    }

    /** Returns whether the store failed, so that it is to be left as it is until somebody looked. */
    default boolean hasFailed() {
        for (WriteKind kind : WriteKind.values()) {
            if (writes(kind) == WriteState.FAILED) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the data of this moment, which the caller closes: everything that was acknowledged before is in it, and
     * writes go on. One at a time.
     *
     * @param logBytesMax how many bytes of later writes may wait for it, or as many as the data has if these are more;
     *     beyond that it ends, and the writes go on
     * @throws StorageFailedException if the engine copies its data by tools of its own, or cannot now; the message says
     */
    default Image image(long logBytesMax) {
        throw StorageEngine.copiedByItsOwnTools();
    }

    /** Returns whether an {@link #image} of it is being read, so that it is in use. */
    default boolean isBeingCopied() {
        return false;
    }

    /**
     * Returns whether it is to stay open although nobody uses it, because it could not be opened again or somebody
     * reads it.
     */
    default boolean isToStayOpen() {
        return isBeingCopied();
    }

    /**
     * Returns whether it stands in for one that can be opened now: it is to be closed, and opened anew. Asked with
     * every request, so it costs nothing.
     */
    default boolean isOutlived() {
        return false;
    }

    /**
     * Finishes what was accepted, then closes; further calls throw {@link StorageFailedException} or, of a storage that
     * opens itself, {@link StorageClosedException}.
     */
    @Override
    void close();
}
