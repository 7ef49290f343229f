package io.mintmark.cassandra;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The row of one counter, as the store keeps it; safe for any number of threads.
 *
 * <p>A stage that fails with a {@link RefusedByStoreException} says that nothing happened and nothing will. Any other
 * failure says that nobody knows, of {@link #compareAndSet} not even whether it is still to come.
 */
interface CounterRow {

    /** Reads the row, after all compare-and-sets of it that were answered before; empty if there is none. */
    CompletionStage<Optional<RowState>> read();

    /** Sets the row to {@code next} if it is {@code expected}, both of them whole. */
    CompletionStage<Comparison> compareAndSet(RowState expected, RowState next);

    /** The answer to a compare-and-set. */
    sealed interface Comparison {

        /** The row was as expected, and is as asked for. */
        record Matched() implements Comparison {}

        /**
         * The row was not as expected; this answer changed nothing.
         *
         * @param state the row as it is, empty if there is none
         */
        record Differed(Optional<RowState> state) implements Comparison {}
    }
}
