package io.mintmark.jdbc;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The state of a counter that is in a row of a table.
 *
 * @param column what the counter's column holds
 * @param rows how many rows are the counter, of which there should be one
 * @param stored what the row holds, as the driver has it; empty for NULL, and if there is no row
 * @param step what its column for the size of a step holds, if it has one
 */
public record RowState(ColumnType column, long rows, Optional<Object> stored, Optional<Object> step)
        implements CounterState {

    /** Returns the state of a counter whose row nobody inserted yet. */
    static RowState missing(ColumnType column) {
        return new RowState(column, 0, Optional.empty(), Optional.empty());
    }

    /** Returns the same with one more row of that counter. */
    RowState and(Optional<Object> alsoStored, Optional<Object> alsoStep) {
        return new RowState(column, rows + 1, alsoStored, alsoStep);
    }

    @Override
    public OptionalLong value() {
        return stored.isPresent() ? whole(stored.get()) : OptionalLong.empty();
    }

    /** Returns the number if it is a whole one that a long holds. */
    static OptionalLong whole(Object stored) {
        if (stored instanceof Long || stored instanceof Integer || stored instanceof Short || stored instanceof Byte) {
            return OptionalLong.of(((Number) stored).longValue());
        }
        if (!(stored instanceof Number)) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(new BigDecimal(stored.toString()).longValueExact());
        } catch (ArithmeticException | NumberFormatException e) {
            // A fraction, more than 2^63-1, or what only floating-point columns hold.
            return OptionalLong.empty();
        }
    }
}
