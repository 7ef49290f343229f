package io.mintmark.storage.lifecycle;

/**
 * A database that moves.
 *
 * @param number where it is now
 * @param key the key form of its name
 * @param name its name
 * @param record what the client sent to describe it
 * @param databaseId part of its change vectors, which stay as they are
 * @param incarnation grows when a restored copy is raised
 * @param firstMax where counters and identities begin that do not exist yet
 * @param etag the last one that was drawn
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record MovedDatabase(
        long number,
        String key,
        String name,
        byte[] record,
        String databaseId,
        long incarnation,
        long firstMax,
        long etag) {}
