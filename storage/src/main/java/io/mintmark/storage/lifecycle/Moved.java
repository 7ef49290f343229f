package io.mintmark.storage.lifecycle;

import java.util.Map;

/**
 * What moved of one database.
 *
 * @param database its name
 * @param rows how many rows of each table
 */
public record Moved(String database, Map<MovedTable, Long> rows) {
    /** Returns how many rows of a table moved. */
    public long count(MovedTable table) {
        return rows.getOrDefault(table, 0L);
    }
}
