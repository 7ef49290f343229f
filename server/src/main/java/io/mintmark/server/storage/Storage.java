package io.mintmark.server.storage;

import io.mintmark.server.storage.index.IndexStorage;
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
public interface Storage extends Counters, Documents, AutoCloseable {

    /** Returns whether writes of a strategy are taken now. */
    WriteState writes(Strategy strategy);

    /** Returns where its indexes keep what they need; empty if this engine keeps no indexes. */
    default Optional<IndexStorage> indexes() {
        return Optional.empty();
    }

    /** Returns whether the store failed, so that it is to be left as it is until somebody looked. */
    default boolean hasFailed() {
        for (Strategy strategy : Strategy.values()) {
            if (writes(strategy) == WriteState.FAILED) {
                return true;
            }
        }
        return false;
    }

    /**
     * Finishes what was accepted, then closes; further calls throw {@link StorageFailedException} or, of a storage that opens
     * itself, {@link StorageClosedException}.
     */
    @Override
    void close();
}
