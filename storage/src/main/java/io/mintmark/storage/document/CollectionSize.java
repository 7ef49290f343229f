package io.mintmark.storage.document;

/**
 * How much one collection has.
 *
 * @param name what it is called
 * @param documents how many documents are in it
 * @param bytes what their bodies and metadata have as they are stored; HiLo documents have none
 */
public record CollectionSize(String name, long documents, long bytes) {}
