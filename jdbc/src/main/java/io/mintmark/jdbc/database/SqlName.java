package io.mintmark.jdbc.database;

import io.mintmark.internal.Given;

/**
 * The name of a table, sequence, function or column, as its owner wrote it: never a piece of SQL.
 *
 * <p>Immutable. It reaches a statement quoted by the dialect, or bound as a value, so that nothing in it is executed.
 * If there is no such object, its spelling in lower and in upper case is tried, because databases fold names that were
 * created without quotes.
 *
 * @param schema the schema, or empty for the connection's own
 * @param name 1 to 128 characters without control characters; a dot in it is an ordinary character
 */
public record SqlName(String schema, String name) {
    private static final int LENGTH_MAX = 128;

    /** Checks both parts; throws {@link IllegalArgumentException} naming the one that is no identifier. */
    public SqlName {
        if (!schema.isEmpty()) {
            requireIdentifier(schema);
        }
        requireIdentifier(name);
    }

    /** Returns a name in the connection's own schema. */
    public static SqlName of(String name) {
        return new SqlName("", name);
    }

    /** Returns the same name in another schema. */
    public SqlName inSchema(String other) {
        return new SqlName(other, name);
    }

    /** Returns {@code text}; refuses a text that no database takes for an identifier. */
    static String requireIdentifier(String text) {
        Given.required("name", text, "pass a name in the database, or leave the call out");
        if (text.isBlank() && !text.isEmpty()) {
            throw new IllegalArgumentException("a name in the database must have more than blanks: it is "
                    + text.length() + " of them; give the plain name, without quotes");
        }
        if (text.isEmpty() || text.length() > LENGTH_MAX) {
            throw new IllegalArgumentException("a name in the database must have 1 to " + LENGTH_MAX
                    + " characters: it has " + text.length() + "; give the plain name, without quotes");
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    "a name in the database must have no control characters: the one given has some");
        }
        return text;
    }

    /** Returns {@code schema.name}, for messages. */
    @Override
    public String toString() {
        return schema.isEmpty() ? name : schema + "." + name;
    }
}
