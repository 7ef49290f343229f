package io.mintmark.server.storage;

/** Whether writes are taken. */
public enum WriteState {
    /** They are. */
    TAKEN,
    /** The store failed: none is until the database is opened again. */
    FAILED
}
