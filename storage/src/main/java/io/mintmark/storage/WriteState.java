package io.mintmark.storage;

/** Whether writes are taken. */
public enum WriteState {
    /** They are. */
    TAKEN,
    /** Not now: the engine is not there for this node. They are taken again without anybody's help. */
    UNREACHABLE,
    /** Not now: what became of one is being found out. They are taken again without anybody's help. */
    UNKNOWN,
    /** The store failed: none is until the database is opened again. */
    FAILED
}
