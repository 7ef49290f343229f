package io.mintmark.storage;

/**
 * Counts and sizes of one database.
 *
 * @param documents how many documents, HiLo documents included
 * @param identities how many identities
 * @param lastEtag the etag of this node's newest write
 * @param changeVector the newest write of each node; empty before the first
 * @param engine the name of the engine that keeps it
 * @param sizeBytes what the database takes on disk, or where several share files, an estimate: the bytes of its
 *     documents
 */
public record StorageStatistics(
        long documents, long identities, long lastEtag, String changeVector, String engine, long sizeBytes) {}
