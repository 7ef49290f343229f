package io.mintmark.jdbc.database;

import io.mintmark.jdbc.internal.WholeNumber;
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

    @Override
    public OptionalLong value() {
        return stored.isPresent() ? WholeNumber.of(stored.get()) : OptionalLong.empty();
    }
}
