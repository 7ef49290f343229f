package io.mintmark.server.storage;

import java.util.Map;

/**
 * Counts and sizes of one database.
 *
 * @param documents how many documents, HiLo documents included
 * @param collections how many documents each collection has; empty collections are left out
 * @param identities how many identities
 * @param lastEtag the etag of the newest write
 * @param sizeBytes what the database takes on disk
 */
public record StorageStatistics(
        long documents, Map<String, Long> collections, long identities, long lastEtag, long sizeBytes) {}
