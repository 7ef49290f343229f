package io.mintmark.storage.index;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The rows of one index. One thread writes; what it committed, its next reads see.
 *
 * <p>Reads go on beside the database's writer. A commit passes through it, and is on stable storage when
 * {@link #commit} returns: rows, outputs and progress together, or none of them.
 */
public interface IndexStore {
    /** Returns how far the index has come. */
    IndexProgress progress();

    /**
     * Returns the contents of those rows that are there; nobody changes them.
     *
     * @throws RowsTooLargeException if they are too large together
     */
    Map<RowKey, byte[]> read(Collection<RowKey> keys);

    /** Returns keys of rows of a kind, in any order, at most {@code limit}; none only if there is none. */
    List<RowKey> some(RowKey.Kind kind, int limit);

    /**
     * Returns whether other nodes read how far it has come, so that its position is to be stored whenever it has caught
     * up.
     */
    default boolean isWatchedElsewhere() {
        return false;
    }

    /**
     * Applies all of {@code write}.
     *
     * @throws IndexReplacedException if the index has made another number of commits than {@code write} builds on, or
     *     this node does not compute it
     */
    void commit(IndexWrite write);
}
