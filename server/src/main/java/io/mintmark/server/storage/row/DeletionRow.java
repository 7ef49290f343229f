package io.mintmark.server.storage.row;

/**
 * A document that a group deleted, for those who watch elsewhere.
 *
 * @param id its id
 * @param collection the number of its collection
 */
public record DeletionRow(String id, long collection) {}
