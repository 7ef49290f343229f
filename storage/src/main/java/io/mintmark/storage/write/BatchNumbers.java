package io.mintmark.storage.write;

/**
 * Takes the identities' numbers that a batch asks for and raises its counters; the answer is the batch that is left.
 * For an engine that writes numbers and documents apart.
 *
 * @param batch the batch
 */
public record BatchNumbers(DocumentBatch batch) implements Write<DocumentBatch> {}
