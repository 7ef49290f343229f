package io.mintmark.storage.document;

/** How far the promise "all commands or none" reaches; an engine declares what it can hold. */
public enum BatchScope {
    /** Any batch of one database is atomic. */
    DATABASE,
    /** A batch is atomic if all its documents share a bucket. */
    BUCKET
}
