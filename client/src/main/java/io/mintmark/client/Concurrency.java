package io.mintmark.client;

/** What a session expects of the documents that it writes. */
public enum Concurrency {
    /** Nothing: of several writers the last one wins, and the others' changes are gone. */
    LAST_WRITER_WINS,

    /**
     * That a changed or deleted document is still as it was loaded, and that a new one is new: otherwise nothing of the
     * whole {@link Session#saveChanges()} is stored, and {@link io.mintmark.client.exceptions.ConcurrencyException} tells.
     */
    OPTIMISTIC
}
