package io.mintmark.indexes.reduce;

import io.mintmark.storage.document.StoredDocument;

/**
 * A document to be mapped.
 *
 * @param collection its collection
 * @param document what is stored
 */
public record SourceDocument(String collection, StoredDocument document) {}
