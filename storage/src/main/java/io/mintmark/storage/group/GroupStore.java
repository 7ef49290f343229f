package io.mintmark.storage.group;

import io.mintmark.storage.evaluation.EngineException;
import io.mintmark.storage.evaluation.GroupUndoneException;
import io.mintmark.storage.evaluation.GroupUnknownException;
import io.mintmark.storage.evaluation.ReadSet;
import io.mintmark.storage.row.GroupRows;

/**
 * What a {@link GroupCommitWriter} needs of an engine: one transaction for each group of writes, and moments for its
 * own housekeeping.
 *
 * <p>Only the writer calls it, one thread at a time. Whatever it throws leaves the fate of the group under way unknown
 * and closes the writer; an {@link EngineException} carries the engine's own exception. There are two exceptions. With
 * {@link GroupUndoneException}, from {@link #begin} to {@link #commit}, nothing of the group happened, and it is run
 * again, whole or in parts, or refused. With {@link GroupUnknownException}, from {@link #commit}, nobody knows what
 * became of the group yet, and the store finds out by itself: it refuses groups until it does.
 */
public interface GroupStore extends AutoCloseable {
    /**
     * Returns the rows as the transaction under way sees them; the same object at all times. One that only runs work of
     * its own has none.
     */
    default GroupRows rows() {
        throw new IllegalStateException("this store has no rows");
    }

    /** Begins the transaction of a group. */
    void begin();

    /** Returns whether a group is complete before the first of its work runs, so that {@link #fetch} is called. */
    default boolean fetchesGroups() {
        return false;
    }

    /** Fetches the rows that the work of the group asks for. */
    default void fetch(ReadSet keys) {}

    /** Does the housekeeping, within the group's transaction, that must not wait for an idle moment any longer. */
    void tidyIfOverdue();

    /** Returns once everything since {@link #begin} is on stable storage. */
    void commit();

    /** Called between two transactions, after the group was answered. */
    void afterCommit();

    /** Does the housekeeping that is due, in a transaction of its own; called while nothing waits. */
    void tidyWhileIdle();

    /** Returns whether it takes no group because it does not know what became of one. Any thread may ask. */
    default boolean isFindingOut() {
        return false;
    }

    /** Returns whether it takes no group because its engine is not there for this node. Any thread may ask. */
    default boolean isCutOff() {
        return false;
    }

    /** Returns what the writer's thread is called, before the name of the database. */
    default String threadName() {
        return "writer";
    }

    /** Returns what messages call that which it writes to, of a database of that name. */
    default String shown(String name) {
        return "database " + name;
    }

    /** Returns what the writer says, after the name of the database, when another server owns that now. */
    default String ownerLost() {
        return " was opened by another server, which owns it now: this one uses it no more, and"
                + " what it was about to write was not kept. Run one server on a data directory; stop this one.";
    }

    /** Gives up the transaction under way, if there is one, so that the store is free for others. */
    void abandon();

    /** Stores durably that the database is left in order. */
    void leaveInOrder();

    /** Gives back what it holds; called last. */
    @Override
    void close();
}
