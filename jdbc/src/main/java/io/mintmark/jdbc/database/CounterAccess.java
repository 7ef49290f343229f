package io.mintmark.jdbc.database;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The place of a counter's number and the way it is moved, but not what the number means. Immutable. */
public sealed interface CounterAccess {

    /** Returns the name of the table, sequence or function. */
    SqlName name();

    /** Returns the same in another schema or under another name. */
    CounterAccess named(SqlName name);

    /** Returns what kind of place it is, in the documentation's words. */
    String kind();

    /** Refuses a text with the character that PostgreSQL cannot store, and others cut a text off at. */
    private static void requireText(Object value) {
        if (value instanceof String text && text.indexOf(0) >= 0) {
            throw new IllegalArgumentException("the name of a row must not have U+0000 in it: it has " + text.length()
                    + " characters, and the one at " + text.indexOf(0) + " is U+0000; take it out");
        }
    }

    /**
     * A sequence of the database: drawn from, never lowered.
     *
     * @param name the sequence
     * @param startsAtBlockEnd whether its owner has it start at the last number of a whole block, as EclipseLink does
     */
    record Sequence(SqlName name, boolean startsAtBlockEnd) implements CounterAccess {
        /** A sequence that starts at its first number, as most do. */
        public Sequence(SqlName name) {
            this(name, false);
        }

        @Override
        public Sequence named(SqlName other) {
            return new Sequence(other, startsAtBlockEnd);
        }

        @Override
        public String kind() {
            return "sequence";
        }
    }

    /**
     * A function that moves a counter one step and returns its value, or -1 if somebody else was quicker.
     *
     * @param name the function, with one text parameter
     * @param argument the text
     */
    record Function(SqlName name, String argument) implements CounterAccess {
        /** Checks the text. */
        public Function {
            requireText(argument);
        }

        @Override
        public Function named(SqlName other) {
            return new Function(other, argument);
        }

        @Override
        public String kind() {
            return "function";
        }
    }

    /**
     * One column of one row of a table.
     *
     * @param name the table
     * @param column the column that holds the number
     * @param where what the row's other columns equal, texts or whole numbers; empty for a table of one row
     * @param createdAt what the number is when a missing row is inserted; empty if its owner inserts it
     * @param serial a column that every reservation and return raises, which only our own table has
     * @param increment a column that holds the size of a step, which must be 1
     */
    record Row(
            SqlName name,
            String column,
            Map<String, Object> where,
            OptionalLong createdAt,
            Optional<String> serial,
            Optional<String> increment)
            implements CounterAccess {

        /** Checks column names and the values that the row is found by. */
        public Row {
            SqlName.requireIdentifier(column);
            where.forEach((key, value) -> {
                SqlName.requireIdentifier(key);
                if (!(value instanceof String) && !(value instanceof Long) && !(value instanceof Integer)) {
                    throw new IllegalArgumentException("a row must be found by a text or a whole number: " + key
                            + " is a " + value.getClass().getSimpleName());
                }
                requireText(value);
            });
            where = Collections.unmodifiableMap(new LinkedHashMap<>(where));
        }

        /** Returns a row that its owner inserts, without serial and increment. */
        public static Row of(String table, String column, Map<String, Object> where) {
            return new Row(SqlName.of(table), column, where, OptionalLong.empty(), Optional.empty(), Optional.empty());
        }

        @Override
        public Row named(SqlName other) {
            return new Row(other, column, where, createdAt, serial, increment);
        }

        @Override
        public String kind() {
            if (serial.isPresent()) {
                return "own table";
            }
            return where.isEmpty() ? "single row" : "named row";
        }
    }
}
