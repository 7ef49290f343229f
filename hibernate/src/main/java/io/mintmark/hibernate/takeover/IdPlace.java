package io.mintmark.hibernate.takeover;

/**
 * A column of ids.
 *
 * @param schema as the mapping names it; empty for the unit's default
 * @param table its table
 * @param column the column
 */
record IdPlace(String schema, String table, String column) {

    @Override
    public String toString() {
        return (schema.isEmpty() ? "" : schema + ".") + table + "." + column;
    }
}
