package io.mintmark.storage;

/**
 * One line of the catalog of databases, without what the client sent to describe it: {@link StorageEngine#record}.
 *
 * @param number tells this database from one of the same name that was deleted
 * @param name its name as it was created
 */
public record DatabaseEntry(long number, String name) {}
