package io.mintmark.jdbc.database;

import java.util.List;

/**
 * A table and its columns, as the catalog has them.
 *
 * @param name the table
 * @param columns all of its columns
 */
public record CatalogTable(CatalogName name, List<String> columns) {

    /** Copies the columns. */
    public CatalogTable {
        columns = List.copyOf(columns);
    }
}
