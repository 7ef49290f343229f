package io.mintmark.server.storage;

/**
 * For whom a write is done: parties take turns before a writer and share the room there, so that one that sends much
 * delays its own.
 *
 * @param key tells parties apart, by {@code equals}
 * @param beforeWaiting runs on the submitting thread before that may have to wait, for room or for the disk
 */
public record Party(Object key, Runnable beforeWaiting) {
    /** The party of all work that belongs to no request. */
    public static final Party NOBODY = new Party("nobody", () -> {});
}
