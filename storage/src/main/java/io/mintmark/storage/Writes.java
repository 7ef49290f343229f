package io.mintmark.storage;

import io.mintmark.storage.write.Write;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;

/** Where writes of one database are handed over. Safe for any number of threads. */
public interface Writes {
    /**
     * Hands a write over, and returns before it is durable.
     *
     * <p>Holds: batches that one thread submits take effect in that order. Waits itself only while too many wait before
     * it, or for the database to be opened.
     *
     * @param party for whom it is done
     */
    <T> Pending<T> submit(Write<T> write, Party party);

    /** Does a write that belongs to no request, and returns what comes of it once that is durable. */
    default <T> T write(Write<T> write) {
        return submit(write, Party.NOBODY).await();
    }
}
