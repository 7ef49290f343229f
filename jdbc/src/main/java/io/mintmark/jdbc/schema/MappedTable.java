package io.mintmark.jdbc.schema;

import io.mintmark.internal.Given;
import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.database.SqlName;

/**
 * A program's word for how it makes the ids of a table, which no catalog shows. A table that several programs write has
 * one for each of them.
 *
 * @param table the table
 * @param column the column of the ids; empty for the table's key
 * @param counter the counter, its meaning and its rule, as a {@link io.mintmark.jdbc.Preset} describes it
 */
public record MappedTable(SqlName table, String column, CounterDescription counter) {

    /** Checks that everything is there. */
    public MappedTable {
        Given.required("table", table, "pass the table whose ids are counted");
        Given.required("column", column, "pass an empty text for the table's key");
        Given.required("counter", counter, "pass one of Preset, such as Preset.EF_CORE.counter()");
    }

    /** Returns the mapping of a table's key, in the connection's schema. */
    public static MappedTable of(String table, CounterDescription counter) {
        return new MappedTable(SqlName.of(table), "", counter);
    }
}
