package io.mintmark.jdbc.database;

/**
 * The name of an object as the catalog has it, which may be one that nobody can say: blank, or with a line break.
 *
 * @param schema the schema, or empty for the connection's own
 * @param name the name, whatever is in it
 */
public record CatalogName(String schema, String name) {

    /** Returns {@code schema.name}, for messages. */
    @Override
    public String toString() {
        return schema.isEmpty() ? name : schema + "." + name;
    }
}
