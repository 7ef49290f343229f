package io.mintmark.server.storage.postgresql.catalog;

import io.mintmark.server.storage.DatabaseEntry;

/**
 * A database as the catalog has it.
 *
 * @param number tells it from all others, deleted ones included
 * @param name as it was created
 * @param databaseId random
 * @param incarnation grows when a restored copy is raised
 * @param firstMax where its counters and identities begin
 */
public record DatabaseRow(long number, String name, String databaseId, long incarnation, long firstMax) {
    /** Returns its line in lists. */
    public DatabaseEntry entry() {
        return new DatabaseEntry(number, name);
    }
}
