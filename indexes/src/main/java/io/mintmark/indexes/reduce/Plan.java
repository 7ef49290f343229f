package io.mintmark.indexes.reduce;

import io.mintmark.indexes.expression.Expression;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A whole index.
 *
 * @param maps what each document becomes
 * @param reduce what what they became comes to
 */
public record Plan(List<MapStep> maps, ReduceStep reduce) {
    /** Copies the maps. */
    public Plan {
        maps = List.copyOf(maps);
    }

    /**
     * A map.
     *
     * @param collection whose documents it reads
     * @param where which of them, or null for all
     * @param rows what a document falls into; without them it is one row, and the input of all expressions is the
     *     document itself. With them the input has the document as its member {@value #DOCUMENT}, and what each step
     *     adds under its name
     * @param members what a row becomes, by name
     */
    public record MapStep(
            String collection, @Nullable Expression where, List<RowStep> rows, Map<String, Expression> members) {
        /** The member of a row that has the document. */
        public static final String DOCUMENT = "document";

        /** Copies the lists, whose order is kept. */
        public MapStep {
            rows = List.copyOf(rows);
            members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
        }

        /** Creates a map that makes one row of each document. */
        public MapStep(String collection, @Nullable Expression where, Map<String, Expression> members) {
            this(collection, where, List.of(), members);
        }
    }

    /** What is done to each row, in their order. */
    public sealed interface RowStep {
        /** Goes on with rows for which this holds. */
        record Filter(Expression condition) implements RowStep {}

        /** Goes on with a row for each element of an array, none for null. */
        record Expand(String name, Expression elements) implements RowStep {}

        /** Adds a value. */
        record Compute(String name, Expression value) implements RowStep {}
    }

    /**
     * A reduce.
     *
     * @param keys what entries of a group have in common, by name; one without a name is the key itself
     * @param aggregates what is computed over a group; their input is an entry
     * @param members the output, by name; its input has the members {@code key} and {@code aggregates}
     */
    public record ReduceStep(
            Map<String, Expression> keys, List<Aggregate> aggregates, Map<String, Expression> members) {
        /** The name of a key that is one value. */
        public static final String WHOLE = "";

        /** The member of an output's input that has the key. */
        public static final String KEY = "key";

        /** The member of an output's input that has the aggregates, each by its number. */
        public static final String AGGREGATES = "aggregates";

        /** Copies everything, whose order is kept. */
        public ReduceStep {
            keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
            aggregates = List.copyOf(aggregates);
            members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
        }

        /** Returns the expression of the whole key. */
        public static Expression key() {
            return new Expression.Member(List.of(KEY));
        }

        /** Returns the expression of one of several values of the key, or of a member of the one that it is. */
        public static Expression key(String name) {
            return new Expression.Property(List.of(KEY, name));
        }

        /** Returns the expression of an aggregate, by its place among all. */
        public static Expression aggregate(int number) {
            return new Expression.Member(List.of(AGGREGATES, Integer.toString(number)));
        }
    }
}
