package io.mintmark.storage.postgresql.catalog;

import io.mintmark.counter.NumberSlice;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.row.RowsOwner;

/**
 * What the list of databases says of one.
 *
 * @param number tells it from all others, also from deleted ones
 * @param name its name as it was created
 * @param databaseId part of its change vectors
 * @param incarnation grows when a restored copy is raised
 * @param firstMax where counters and identities begin
 */
public record DatabaseRow(long number, String name, String databaseId, long incarnation, long firstMax) {
    /** Returns its line in lists. */
    public DatabaseEntry entry() {
        return new DatabaseEntry(number, name);
    }

    /** Returns it as the home of rows that {@code node} writes. */
    public RowsOwner writtenBy(NodeTag node) {
        return new RowsOwner(node, databaseId, incarnation, firstMax, NumberSlice.ORDINARY_MAX);
    }
}
