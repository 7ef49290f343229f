package io.mintmark.cassandra;

import io.mintmark.range.Range;
import java.util.concurrent.CompletableFuture;

/**
 * Something that a caller waits for; a caller that gives up cancels {@link #answer}.
 *
 * @param <T> what the caller gets
 */
sealed interface Operation<T> {
    /** What the caller waits at. */
    CompletableFuture<T> answer();

    /** Returns what it is called in messages, as in "could not …". */
    String verb();

    /** Numbers, as many as {@code size}, none above {@code ceiling}. */
    record Reserve(long size, long ceiling, CompletableFuture<Range> answer) implements Operation<Range> {
        @Override
        public String verb() {
            return "reserve";
        }
    }

    /** The return of what lies above {@code lastIssued} in {@code range}. */
    record GiveBack(Range range, long lastIssued, CompletableFuture<Boolean> answer) implements Operation<Boolean> {
        @Override
        public String verb() {
            return "give back";
        }
    }

    /** The counter at {@code atLeast} or above, which is not above {@code ceiling}. */
    record Raise(long atLeast, long ceiling, CompletableFuture<Long> answer) implements Operation<Long> {
        @Override
        public String verb() {
            return "raise";
        }
    }
}
