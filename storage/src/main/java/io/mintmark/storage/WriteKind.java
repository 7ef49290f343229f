package io.mintmark.storage;

/** What a write needs of the place where data lives; an engine may go on with one and not with another. */
public enum WriteKind {
    /** Ranges are reserved and given back. */
    HILO,
    /** Numbers of identities are taken, and identities moved. */
    IDENTITY,
    /** Documents are stored and deleted, also under ids that the server makes. */
    DOCUMENT
}
