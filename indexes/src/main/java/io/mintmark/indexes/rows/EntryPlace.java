package io.mintmark.indexes.rows;

/**
 * Where an entry of a document is.
 *
 * @param group in which group
 * @param number its number in that group, drawn when it came and kept while it stays; larger than those that came
 *     before
 */
public record EntryPlace(GroupName group, long number) {}
