package io.mintmark.server.databases;

import io.mintmark.storage.lifecycle.StorageFollower;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What follows the changes of a database and computes something from them: its indexes. Thread-safe. */
public interface DatabaseFollower extends StorageFollower {
    /** Follows nothing. */
    DatabaseFollower NOBODY = new DatabaseFollower() {
        @Override
        public void somethingChanged() {}

        @Override
        public List<IndexState> indexes() {
            return List.of();
        }

        @Override
        public CompletableFuture<List<String>> whenIndexed(
                Collection<String> names, Duration timeout, CompletableFuture<Void> givenUp) {
            return CompletableFuture.completedFuture(List.of());
        }
    };

    /** Learns that documents changed; the writer waits for it, so it returns at once. */
    void somethingChanged();

    /**
     * Learns the same of a commit whose only changes are outputs of the index of that number, which need not hear of
     * it.
     */
    default void indexChanged(long index) {
        somethingChanged();
    }

    /** Returns the state of each index; none while the database is closed. */
    List<IndexState> indexes();

    /**
     * Tells when indexes have followed everything that was committed before this call. What follows must not hold up
     * its thread.
     *
     * @param names which indexes; all of them if it is empty. Nobody waits for one that is not there, as in RavenDB
     * @param givenUp ends the wait as the time-out does, when it is completed
     * @return the names of those that have not, when {@code timeout} had passed
     */
    CompletableFuture<List<String>> whenIndexed(
            Collection<String> names, Duration timeout, CompletableFuture<Void> givenUp);
}
