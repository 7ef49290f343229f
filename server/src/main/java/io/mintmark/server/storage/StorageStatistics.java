package io.mintmark.server.storage;

/**
 * Counts and sizes of one database.
 *
 * @param documents how many documents, HiLo documents included
 * @param identities how many identities
 * @param lastEtag the etag of the newest write
 * @param sizeBytes what the database takes on disk
 */
public record StorageStatistics(long documents, long identities, long lastEtag, long sizeBytes) {}
