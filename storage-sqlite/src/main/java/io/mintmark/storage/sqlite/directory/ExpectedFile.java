package io.mintmark.storage.sqlite.directory;

import io.mintmark.storage.DatabaseEntry;

/**
 * What the catalog knows of a database's file, and hears from it.
 *
 * @param databaseId what the file must say, or an empty text if nobody knows
 * @param incarnation what the file's is not below
 */
public record ExpectedFile(SqliteCatalog catalog, DatabaseEntry entry, String databaseId, long incarnation) {
    /** Hears what the file says, if it is more than was known. */
    public void found(String foundId, long foundIncarnation) {
        catalog.recognised(entry, foundId, foundIncarnation);
    }
}
