package io.mintmark.storage.lifecycle;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A table whose rows move as they are; both engines have it, with columns of these names. Leases are not among them.
 */
public enum MovedTable {
    COLLECTION(true, "number:n", "key:t", "name:t"),
    COUNTER(
            true,
            "key:t",
            "max:n",
            "highest_end:n",
            "epoch:n",
            "shown:f",
            "id:t",
            "collection:n",
            "node:t",
            "etag:n",
            "modified:n",
            "metadata:b",
            "body:b"),
    IDENTITY(true, "key:t", "value:n"),
    IDENTITY_REQUEST(true, "request:t", "value:n"),
    KEYED_ANSWER(true, "key:t", "answer:t"),
    DOCUMENT(true, "key:t", "id:t", "collection:n", "node:t", "etag:n", "modified:n", "metadata:b", "body:b"),
    /** Deletions that an index has not read. */
    DELETION(true, "etag:n", "id:t", "collection:n"),
    INDEX_ROW(true, "number:n", "kind:n", "key:t", "content:b"),
    SETTING(false, "name:t", "etag:n", "value:b"),
    FORMER_COUNTER(false, "name:t", "counter:t", "highest_end:n"),
    FORMER_NAME(false, "name:t", "highest_end:n");

    private final boolean ofADatabase;
    private final List<Column> columns;

    /** What a column holds. */
    public enum Kind {
        TEXT,
        NUMBER,
        BYTES,
        /** A number, 0 or 1, or a boolean. */
        FLAG
    }

    /** A column. */
    public record Column(String name, Kind kind) {
        static Column of(String text) {
            String[] parts = text.split(":", 2);
            return new Column(
                    parts[0],
                    switch (parts[1]) {
                        case "t" -> Kind.TEXT;
                        case "n" -> Kind.NUMBER;
                        case "b" -> Kind.BYTES;
                        default -> Kind.FLAG;
                    });
        }
    }

    MovedTable(boolean ofADatabase, String... columns) {
        this.ofADatabase = ofADatabase;
        this.columns = Arrays.stream(columns).map(Column::of).toList();
    }

    /** Returns the tables of one database, in the order in which they move. */
    public static List<MovedTable> ofADatabase() {
        return Arrays.stream(values()).filter(table -> table.ofADatabase).toList();
    }

    /** Returns its name. */
    public String table() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns its columns, in the order of a row's values: texts, longs, and arrays of bytes; a flag is a long. */
    public List<Column> columns() {
        return columns;
    }
}
