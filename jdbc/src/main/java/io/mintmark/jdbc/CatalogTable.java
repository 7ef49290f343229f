package io.mintmark.jdbc;

import java.util.List;
import java.util.Optional;

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

    /** Returns a column under the spelling that the table has. */
    Optional<String> column(String any) {
        return columns.stream().filter(any::equalsIgnoreCase).findFirst();
    }

    /** Returns the same without its schema, if that is the connection's own. */
    CatalogTable seenFrom(String schema) {
        return name.schema().equals(schema) ? new CatalogTable(new CatalogName("", name.name()), columns) : this;
    }

    /** Returns whether somebody who says {@code other} means it. */
    boolean isCalled(SqlName other) {
        return name.toString().equalsIgnoreCase(other.toString());
    }
}
