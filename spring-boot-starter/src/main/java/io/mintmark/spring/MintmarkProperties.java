package io.mintmark.spring;

import io.mintmark.document.NodeTag;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.HiLoBuilder;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.range.InMemoryRanges;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.env.Environment;

/**
 * The properties that begin with {@code mintmark}.
 *
 * @param counters counters by name, whose case does not matter; one that is used and not named here is a row of
 *     Mintmark's own table
 * @param dataSource name of the DataSource bean where counters live; by default the only or the primary one
 * @param schema schema of Mintmark's own table, a database's name on MariaDB and MySQL, as its owner wrote it; by
 *     default the connections' own
 * @param nodeTag tag of String ids, 1 to 4 letters A to Z, such as A in orders/10-A; by default none
 * @param jsSafe whether numbers end at 2^53-1, the last that JavaScript reads exactly
 * @param rangeSize how many numbers to reserve first, 1 to 1,048,576
 * @param rangeSizeMax most numbers to reserve at once, 1 to 1,048,576; larger blocks have ranges of their own
 * @param deadline how long a caller waits for a range
 * @param json form of numeric ids in JSON
 */
@ConfigurationProperties("mintmark")
public record MintmarkProperties(
        @DefaultValue Map<String, Counter> counters,
        @Nullable String dataSource,
        @Nullable String schema,
        @DefaultValue("") String nodeTag,
        @DefaultValue("false") boolean jsSafe,
        @DefaultValue("1000") long rangeSize,
        @DefaultValue("" + HiLoBuilder.RANGE_SIZE_MAX) long rangeSizeMax,
        @DefaultValue("10s") Duration deadline,
        @DefaultValue Json json) {

    /** Refuses values that no counter could have, whether or not there is a counter yet. */
    public MintmarkProperties {
        if (schema != null) {
            check("schema", () -> SqlName.of(schema));
        }
        if (!nodeTag.isEmpty()) {
            check("node-tag", () -> NodeTag.of(nodeTag));
        }
        HiLoBuilder anyCounter = HiLo.over(new InMemoryRanges());
        check("range-size", () -> anyCounter.rangeSize(rangeSize));
        check("range-size-max", () -> anyCounter.rangeSizeMax(rangeSizeMax));
        check("deadline", () -> anyCounter.deadline(deadline));
    }

    private static void check(String property, Supplier<Object> use) {
        try {
            Object unused = use.get();
        } catch (IllegalArgumentException e) {
            throw new MintmarkConfigurationException(
                    "mintmark." + property + " cannot have its value: " + e.getMessage(),
                    "set mintmark." + property + " to another, or take it away",
                    e);
        }
    }

    /**
     * One counter; a member that is left out has the value of the counter's preset.
     *
     * @param preset product that keeps the counter, such as efcore or hibernate-pooled; by default own, Mintmark's own
     *     table
     * @param setting the number that decides the block's size, as the product takes it: increment_size, max_lo
     * @param sequence name of the sequence, in the case the database has it
     * @param table name of the table
     * @param function name of the function
     * @param schema schema of sequence, table or function
     * @param column column that holds the number
     * @param row name of the row: the entity, the segment, the generator
     * @param startingAt lowest number of the counter, Hibernate's initial value
     * @param dataSource name of the DataSource bean, if not the one of all counters
     * @param ids column whose ids the counter gives, table.column or schema.table.column: the start is refused if the
     *     counter stands below them, or its numbers do not fit there
     */
    public record Counter(
            @DefaultValue(OWN) String preset,
            @Nullable Long setting,
            @Nullable String sequence,
            @Nullable String table,
            @Nullable String function,
            @Nullable String schema,
            @Nullable String column,
            @Nullable String row,
            @Nullable Long startingAt,
            @Nullable String dataSource,
            @Nullable String ids) {
        /** The preset of a counter in Mintmark's own table. */
        static final String OWN = "own";

        /**
         * Returns a counter with nothing but a preset, {@code orders: efcore}; an empty one means Mintmark's own table.
         */
        public static Counter of(String preset) {
            String given = preset.isBlank() ? OWN : preset.strip();
            return new Counter(given, null, null, null, null, null, null, null, null, null, null);
        }

        /** Returns the same counter by another preset. */
        Counter withPreset(String other) {
            return new Counter(
                    other, setting, sequence, table, function, schema, column, row, startingAt, dataSource, ids);
        }

        /** Returns whether nothing is said but what a counter in Mintmark's own table may have. */
        boolean isPlain() {
            return equals(new Counter(preset, null, null, null, null, null, null, null, null, dataSource, ids));
        }
    }

    /**
     * The form of numeric ids in JSON.
     *
     * @param ids as numbers, or as strings, which JavaScript does not round
     */
    public record Json(@DefaultValue("numbers") Ids ids) {}

    /** The form of numeric ids in JSON. */
    public enum Ids {
        /** As they are. */
        NUMBERS,
        /** Members that are marked as an id are written as strings; both forms are read. */
        STRINGS,
        /**
         * Every long of every class is written as a string, as are a BigInteger, an OptionalLong, an atomic long, and
         * the elements of an array or stream; both forms are read.
         */
        ALL_LONGS_AS_STRINGS;

        static final String PROPERTY = "mintmark.json.ids";

        /** Reads the one property, for tests of JSON that have no counters. */
        static Ids of(Environment environment) {
            return Binder.get(environment).bind(PROPERTY, Ids.class).orElse(NUMBERS);
        }
    }
}
