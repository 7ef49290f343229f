package io.mintmark.storage.row;

import io.mintmark.document.DocumentId;
import org.jspecify.annotations.Nullable;

/**
 * A document that a group deleted, or brought home, for those who watch elsewhere.
 *
 * @param id its id
 * @param collection the number of its collection
 * @param home the version of the document that was brought home, or null if it was deleted
 */
public record DeletionRow(
        DocumentId id, long collection, @Nullable String home) {}
