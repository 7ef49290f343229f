package io.mintmark.storage.group;

import io.mintmark.storage.evaluation.EngineException;
import io.mintmark.storage.evaluation.ReadSet;

/**
 * Something to do inside the transaction of a group.
 *
 * @param <T> what comes of it
 */
@FunctionalInterface
public interface Work<T> {
    /**
     * Does it. A runtime exception refuses it and must leave no trace in the transaction; an {@link EngineException}
     * dooms the whole group.
     */
    T run();

    /** Adds the keys of the rows that it asks for, before any work of its group runs. */
    default void announce(ReadSet keys) {}
}
