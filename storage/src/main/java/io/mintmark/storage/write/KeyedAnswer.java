package io.mintmark.storage.write;

/**
 * What comes of a {@link KeyedWrite}.
 *
 * @param <T> what came of its write
 * @param answer the answer, also to requests that came later
 * @param note the note of the first request
 * @param repeated whether a request of that key was answered before
 */
public record KeyedAnswer<T>(T answer, String note, boolean repeated) {}
