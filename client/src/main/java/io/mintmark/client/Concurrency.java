package io.mintmark.client;

/** The expectation of a session about the documents that it writes. */
public enum Concurrency {
    /** None: the last of several writers wins, and the changes of the others are lost. */
    LAST_WRITER_WINS,

    /**
     * A changed or deleted document is still as it was loaded, and a new one does not exist yet. Otherwise {@link
     * Session#saveChanges()} stores nothing and throws {@link io.mintmark.client.exceptions.ConcurrencyException}.
     */
    OPTIMISTIC
}
