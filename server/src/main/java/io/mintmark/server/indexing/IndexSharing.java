package io.mintmark.server.indexing;

import io.mintmark.server.databases.IndexState;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Which indexes of one database this node computes, and how all of them stand. What stands here is the case of one
 * node, which has the store to itself. Safe for any number of threads.
 */
interface IndexSharing {
    /** One node, which computes all indexes and sees how they stand. */
    IndexSharing ALONE = new IndexSharing() {};

    /** Returns whether there may be other nodes, which obey what the list says. */
    default boolean isShared() {
        return false;
    }

    /** Learns that the list changed, or that somebody waits: an index that is new has to be claimed. */
    default void poke() {}

    /** Returns whether this node computes an index, as far as it knows. */
    default boolean holds(long number) {
        return true;
    }

    /**
     * Returns how those of {@code entries} stand of which that is known; {@code threads} work for those that are
     * computed here.
     */
    default List<IndexState> states(List<IndexEntry> entries, IndexThreads threads) {
        return entries.stream()
                .flatMap(entry -> threads.find(entry.number()).map(thread -> thread.state(entry)).stream())
                .toList();
    }

    /**
     * Returns what becomes true once an index has followed everything that was committed before this call, or false
     * if that is not known any more; empty if nobody works for it.
     *
     * @param here what its worker says, if it is computed here
     */
    default Optional<CompletableFuture<Boolean>> whenCaughtUp(long number, Optional<CompletableFuture<Boolean>> here) {
        return here;
    }

    /**
     * Returns what becomes true once the list is here as it was when this was called, or false if that is not known
     * any more.
     */
    default CompletableFuture<Boolean> whenListed() {
        return CompletableFuture.completedFuture(true);
    }

    /** Begins and ends no work for indexes any more; what this node computes stays so until {@link #leave}. */
    default void close() {}

    /** Lets other nodes compute what this one did, whose threads have ended. */
    default void leave() {}
}
