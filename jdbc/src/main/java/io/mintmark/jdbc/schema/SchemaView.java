package io.mintmark.jdbc.schema;

import io.mintmark.jdbc.database.SequenceState;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.schema.SchemaReport.NotJudged;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a catalog shows of keys and sequences.
 *
 * @param keys each column that has ids
 * @param sequences each sequence
 * @param unlogged the tables that do not outlive a crash
 * @param leftOut what has a key that no counter can fill, and what has a name that nobody can say
 */
record SchemaView(List<KeyColumn> keys, List<SequenceUse> sequences, Set<SqlName> unlogged, List<NotJudged> leftOut) {

    /** Returns whether a schema has anything with a numeric key, also one that no counter can fill. */
    boolean shows(String schema) {
        return Stream.concat(
                        keys.stream().map(key -> key.name().table().schema() + "."),
                        leftOut.stream().map(NotJudged::object))
                .anyMatch(object -> object.startsWith(schema + "."));
    }

    /**
     * A column of a table.
     *
     * @param table the table, with its schema
     * @param column the column
     */
    record ColumnName(SqlName table, String column) {

        @Override
        public String toString() {
            return table + "." + column;
        }
    }

    /**
     * A column that has ids, as the catalog shows it.
     *
     * @param name the column
     * @param logged whether its table outlives a crash
     * @param indexed whether an index begins with it, so that the highest id is found at once
     * @param foreign whether it refers to another table's key, whose ids it repeats
     * @param expression how a row without an id gets one; empty if the column has no default
     * @param byItself whether the database counts in a place of its own, and no sequence that others may draw from
     * @param hidden why this login does not see all rows; empty if it does
     */
    record KeyColumn(
            ColumnName name,
            boolean logged,
            boolean indexed,
            boolean foreign,
            String expression,
            boolean byItself,
            String hidden) {

        @Override
        public String toString() {
            return name.toString();
        }
    }

    /**
     * A sequence, and what the catalog says of its use.
     *
     * @param name the sequence, with its schema
     * @param logged whether it outlives a crash
     * @param defaults columns whose default has its next value in it
     * @param owner the column that it belongs to and is dropped with, if it does
     */
    record SequenceUse(SqlName name, boolean logged, List<ColumnName> defaults, Optional<ColumnName> owner) {
        private static final String IDENTITY = "i";
        private static final String DEFAULT = "d";

        static SequenceUse of(SqlName name, boolean logged) {
            return new SequenceUse(name, logged, List.of(), Optional.empty());
        }

        /** Returns the same with one more use; an identity takes its values and owns it. */
        SequenceUse with(ColumnName column, String how) {
            List<ColumnName> taking = how.equals(DEFAULT) || how.equals(IDENTITY)
                    ? Stream.concat(defaults.stream(), Stream.of(column)).toList()
                    : defaults;
            return new SequenceUse(name, logged, taking, how.equals(DEFAULT) ? owner : Optional.of(column));
        }

        /** Returns a state with another next value, and another cache. */
        static SequenceState standingAt(SequenceState state, OptionalLong next, long cache) {
            return new SequenceState(
                    state.start(),
                    state.increment(),
                    next,
                    state.last(),
                    state.cycles(),
                    cache,
                    state.ended(),
                    state.plainColumn());
        }
    }

    /** Returns the name of an object whose schema and name are the columns {@code at} and behind it. */
    static Optional<SqlName> object(ResultSet row, int at, List<NotJudged> leftOut) throws SQLException {
        String schema = Objects.requireNonNullElse(row.getString(at), "");
        String name = String.valueOf(row.getString(at + 1));
        try {
            return Optional.of(new SqlName(schema, name));
        } catch (IllegalArgumentException e) {
            leftOut.add(new NotJudged(schema + "." + name, String.valueOf(e.getMessage()), false));
            return Optional.empty();
        }
    }

    /** Returns the name of a column, with its table's before it; empty if there is none. */
    static Optional<ColumnName> column(ResultSet row, int at, List<NotJudged> leftOut) throws SQLException {
        String column = row.getString(at + 2);
        if (column == null) {
            return Optional.empty();
        }
        Optional<SqlName> table = object(row, at, leftOut);
        try {
            return table.map(name -> new ColumnName(name, SqlName.of(column).name()));
        } catch (IllegalArgumentException e) {
            leftOut.add(new NotJudged(
                    table.map(SqlName::toString).orElse("") + "." + column, String.valueOf(e.getMessage()), false));
            return Optional.empty();
        }
    }
}
