package io.mintmark.jdbc.internal;

/**
 * The columns of our own table: a row of it is a counter that holds the number used last, and a serial that guards
 * returns.
 */
public final class OwnTable {
    public static final String NAME = "counter_name";
    public static final String LAST_NUMBER = "last_number";
    public static final String SERIAL = "serial";

    /** Most characters of a counter's name. */
    public static final int NAME_LENGTH_MAX = 255;

    private OwnTable() {}
}
