package io.mintmark.server.documents;

/**
 * How large a document may be.
 *
 * @param documentBytesMax largest document as JSON, in bytes
 * @param collectionBytesMax longest collection name, in bytes of UTF-8
 * @param replyBytesMax most bytes of documents that one request may ask for by id
 */
public record DocumentLimits(int documentBytesMax, int collectionBytesMax, long replyBytesMax) {}
