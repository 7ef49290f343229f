package io.mintmark.jdbc.schema;

import io.mintmark.internal.Given;
import io.mintmark.jdbc.database.SqlName;
import java.util.List;

/**
 * A table in which workers of a Snowflake generator have their numbers, one row each.
 *
 * @param table the table
 * @param column the column of the worker's number; NULL is nobody's
 * @param within columns within which a number must be alone, such as a name space; empty for the whole table
 */
public record WorkerTable(SqlName table, String column, List<String> within) {

    /** Checks that everything is there, and copies the columns. */
    public WorkerTable {
        Given.required("table", table, "pass the table of the workers");
        Given.name("column", column);
        within = List.copyOf(within);
    }
}
