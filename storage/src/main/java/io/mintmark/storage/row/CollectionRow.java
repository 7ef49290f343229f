package io.mintmark.storage.row;

/**
 * A stored collection.
 *
 * @param number by which documents name it
 * @param name its name, as its first document spelt it
 */
public record CollectionRow(long number, String name) {}
