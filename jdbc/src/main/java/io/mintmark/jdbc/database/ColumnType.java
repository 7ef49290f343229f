package io.mintmark.jdbc.database;

/**
 * The type of a column, as far as numbers go.
 *
 * @param signed whether it holds numbers below 0
 * @param largest the largest whole number, at most 2^63-1; 0 if it is not for whole numbers
 * @param name the database's word for it
 */
public record ColumnType(boolean signed, long largest, String name) {

    /** Returns a type that no counter can be in: texts, fractions, booleans; {@code name} says which. */
    public static ColumnType unfit(String name) {
        return new ColumnType(true, 0, name);
    }

    /** Returns whether it is for whole numbers. */
    public boolean isWhole() {
        return largest > 0;
    }
}
