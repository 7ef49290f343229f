package io.mintmark.storage.write;

/**
 * Where a counter or an identity stands once it was to be moved.
 *
 * @param last the last number that counts as taken
 * @param moved whether this write moved it, and not one before it
 */
public record Standing(long last, boolean moved) {}
