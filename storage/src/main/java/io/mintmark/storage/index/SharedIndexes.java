package io.mintmark.storage.index;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the nodes of one store share the indexes of a database: one computes an index at a time, all see how it stands.
 *
 * <p>A claim decides only who tries: a commit of a node that lost its claim meanwhile is refused. Safe for any number
 * of threads.
 */
public interface SharedIndexes {
    /**
     * The list of indexes.
     *
     * @param version grows with each change; 0 if there was none
     * @param list what was stored; no bytes if there is none
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Listed(long version, byte[] list) {}

    /** Returns the list. */
    Listed listed();

    /** Returns the list as any node acknowledged it before this call; nothing if its version is still {@code known}. */
    Optional<Listed> listedAfter(long known);

    /**
     * Stores the list as {@link IndexStorage#putList} does if nobody changed it since {@code version}; returns whether
     * it did. Its version is the next one then.
     */
    boolean putList(long version, byte[] list, Set<Long> indexes);

    /** Returns how everything stands now, at all nodes. */
    SharedLook look();

    /** Makes this node the one that computes an index, unless another one that lives does; returns whether it is. */
    boolean claim(long index);

    /** Gives back all indexes of the database that this node computes. */
    void leave();

    /**
     * Tells all nodes why an index that this node computes does not get on, or that it does if {@code failure} is null.
     */
    void report(long index, @Nullable String failure);

    /** Runs {@code next}, which returns at once, each time that another node may have changed documents or the list. */
    void whenHeard(Runnable next);
}
