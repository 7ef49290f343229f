package io.mintmark.storage.row;

import io.mintmark.document.DocumentId;

/**
 * A document that a group deleted, for those who watch elsewhere.
 *
 * @param id its id
 * @param collection the number of its collection
 */
public record DeletionRow(DocumentId id, long collection) {}
