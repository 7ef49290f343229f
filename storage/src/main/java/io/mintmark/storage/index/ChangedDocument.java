package io.mintmark.storage.index;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.document.StoredDocument;
import org.jspecify.annotations.Nullable;

/**
 * A document in the state of its latest change.
 *
 * @param id which one
 * @param collection the collection that it is in, or was in when it was deleted
 * @param document what is stored, or null if it was deleted
 */
public record ChangedDocument(
        DocumentId id, String collection, @Nullable StoredDocument document) {}
