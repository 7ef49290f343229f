package io.mintmark.hibernate.takeover;

import io.mintmark.counter.BlockRule;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * How one generator of Hibernate reads its counter: where the number is, what it means, which numbers it stands for.
 *
 * @param place where the number is
 * @param rule which numbers a value stands for
 * @param storesLastUsed whether the stored number was used, so that the next value is one above it
 */
record CounterReading(Place place, BlockRule rule, boolean storesLastUsed) {

    /** The kinds of counter that Hibernate has. */
    enum Kind {
        SEQUENCE,
        /** A table of one row, which stands in for a sequence. */
        SINGLE_ROW,
        /** A row of a table of counters, found by its name. */
        NAMED_ROW
    }

    /**
     * The place of a counter.
     *
     * @param schema as the database spells it, a database's name on MariaDB and MySQL; empty for the connections' own
     * @param object the sequence or the table
     * @param column the column that holds the number; empty for a sequence
     * @param keyColumn the column that holds the row's name; empty unless rows have one
     * @param row the row's name; empty unless rows have one
     * @param quoted whether its name or its schema is in quotes: the one that differs in case is then another counter
     * @param createdAt the number with which Hibernate inserts a missing row; empty where it inserts none
     */
    record Place(
            Kind kind,
            String schema,
            String object,
            String column,
            String keyColumn,
            String row,
            boolean quoted,
            OptionalLong createdAt) {

        static Place sequence(String schema, String name, boolean quoted) {
            return new Place(Kind.SEQUENCE, schema, name, "", "", "", quoted, OptionalLong.empty());
        }

        static Place singleRow(String schema, String table, String column, boolean quoted) {
            return new Place(Kind.SINGLE_ROW, schema, table, column, "", "", quoted, OptionalLong.empty());
        }

        /** Returns what is alike for all generators of one counter, as databases fold the case of most names. */
        String key() {
            return (kind + " " + object).toLowerCase(Locale.ROOT) + " " + row;
        }

        /** Returns what tells counters of one key apart; empty for the connections' own, which any may be. */
        String schemaKey() {
            return schema.toLowerCase(Locale.ROOT);
        }

        /** Returns the name that its generator has in messages and metrics. */
        String name() {
            return row.isEmpty() ? object : object + "/" + row;
        }

        @Override
        public String toString() {
            String where = (schema.isEmpty() ? "" : schema + ".") + object;
            return switch (kind) {
                case SEQUENCE -> "the sequence " + where;
                case SINGLE_ROW -> "the table " + where;
                case NAMED_ROW -> "the row " + row + " of " + where;
            };
        }
    }

    /** Returns whether two generators of one counter give numbers that never coincide. */
    boolean agreesWith(CounterReading other) {
        return rule.equals(other.rule) && storesLastUsed == other.storesLastUsed;
    }

    /** Returns rule and place, as messages show them. */
    @Override
    public String toString() {
        return rule + " of " + place;
    }
}
