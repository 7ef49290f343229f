package io.mintmark.jdbc;

import io.mintmark.counter.BlockRule;

/**
 * The meaning of the number that a table or sequence holds, for the programs that count with it.
 *
 * <p>Two programs that agree on table, column and block rule still repeat a number a block if they disagree on this:
 * Hibernate's table generator stores the last value used, NHibernate's the next one, in a table of the same name.
 */
public enum StoredValue {
    /** The stored number is the next value: sequences, Hibernate's one-row tables, NHibernate, OpenJPA. */
    NEXT,
    /**
     * The stored number was used; the next value is one above it: Hibernate's table generator since 5.3, our own table.
     */
    LAST_USED,
    /** The value is the stored number after its owner moved it one step up: EclipseLink, Marten. */
    AFTER_UPDATE;

    /**
     * Returns what to add to the stored number to get the value that a reservation by {@code rule} yields.
     *
     * <p>A program that updates first moves the row by the block's size where values are numbers, and by 1 where values
     * count blocks.
     */
    public long toValue(BlockRule rule) {
        return switch (this) {
            case NEXT -> 0;
            case LAST_USED -> 1;
            case AFTER_UPDATE -> rule.kind().needsIncrementOfSize() ? rule.size() : 1;
        };
    }

    /** Returns the words of the documentation. */
    @Override
    public String toString() {
        return switch (this) {
            case NEXT -> "next";
            case LAST_USED -> "last used";
            case AFTER_UPDATE -> "after update";
        };
    }
}
