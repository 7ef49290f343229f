package io.mintmark.jdbc.schema;

import io.mintmark.counter.BlockRule;
import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.schema.SchemaView.KeyColumn;

/**
 * One way in which a column gets its ids.
 *
 * @param key the column
 * @param counter the counter, with its rule; for a default each value is one id
 * @param source how it is known
 */
record Feed(KeyColumn key, CounterDescription counter, Source source) {
    /** How it is known which counter fills a column. */
    enum Source {
        /** A program said so. */
        MAPPING,
        /** The column takes the sequence's next value. */
        DEFAULT,
        /** The sequence belongs to the column, and nothing shows who draws from it. */
        OWNERSHIP,
        /** The sequence has the table's name. */
        NAME
    }

    /**
     * Returns the counter with the rule by which it is to be raised. Where no program said its rule, blocks may reach
     * as far below a value as any rule lets them.
     *
     * @param increment what the counter steps by, if it is a sequence
     */
    CounterDescription raisedBy(long increment) {
        boolean known = source == Source.MAPPING || counter.access() instanceof CounterAccess.Row || increment <= 1;
        return known
                ? counter
                : new CounterDescription(
                        counter.name(),
                        counter.access(),
                        counter.meaning(),
                        BlockRule.highExclusive(increment),
                        counter.warnings());
    }

    /** Returns whether it is certain which numbers a value of the counter stands for. */
    boolean hasKnownRule() {
        return source == Source.MAPPING || source == Source.DEFAULT;
    }
}
