package io.mintmark.storage.index;

import io.mintmark.MintmarkException;
import java.util.Optional;
import java.util.Set;

/**
 * What the indexes of one database need of its store: what they read, their rows, and the list of them.
 *
 * <p>Writes are on stable storage when they return, and readers see them then. Safe for any number of threads.
 */
public interface IndexStorage {
    /** Returns what reads beside the writes: the changes that indexes follow, the list, errors. */
    IndexReads reads();

    /**
     * Stores the list. Deletions are kept from then on for as long as an index of it has not read them, and everything
     * that was kept for an index that is no longer in it is forgotten.
     *
     * @param list the list, which only those who compute indexes read
     * @param indexes the numbers of all indexes in it
     */
    void putList(byte[] list, Set<Long> indexes);

    /** Returns the rows of the index of that number, which is in the list. */
    IndexStore store(long index);

    /** Returns how nodes share the indexes; empty where one process has the store to itself. */
    default Optional<SharedIndexes> shared() {
        return Optional.empty();
    }

    /** Returns why each use is refused as long as the storage is open; empty if none is. */
    default Optional<MintmarkException> absence() {
        return Optional.empty();
    }

    /** Forgets the errors of an index. */
    void forgetErrors(long index);
}
