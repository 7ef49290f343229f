package io.mintmark.jdbc.database;

/**
 * The type of a column, as far as numbers go.
 *
 * @param largest the largest whole number; 0 if it is not for whole numbers
 * @param name the database's word for it
 */
public record ColumnType(long largest, String name) {}
