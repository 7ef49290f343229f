package io.mintmark.support;

/**
 * For whom work is done: parties take turns and share room wherever some of it waits, so that one that sends much
 * delays its own.
 *
 * @param key tells parties apart, by {@code equals}
 * @param beforeWaiting runs on the thread that works for it before that may have to wait, for room or for the disk,
 *     so that others compute meanwhile; may run again and again, and what follows the wait should be short
 */
public record Party(Object key, Runnable beforeWaiting) {
    /** The party of all work that belongs to no request. */
    public static final Party NOBODY = new Party("nobody", () -> {});
}
