package io.mintmark.jdbc.database;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A sequence as the database's catalog shows it.
 *
 * @param start the value it was created to begin with
 * @param increment what it steps by
 * @param next the lowest value it may give next; empty if values are cached where the catalog does not show them, or
 *     none is left
 * @param last the highest value it can give
 * @param cycles whether it begins again at its end
 * @param cache how many values the server, or each of its sessions, draws ahead
 * @param ended whether it is known to have no value left
 * @param plainColumn the column that takes its values one by one when a row comes without an id, where the catalog
 *     shows it
 */
public record SequenceState(
        long start,
        long increment,
        OptionalLong next,
        long last,
        boolean cycles,
        long cache,
        boolean ended,
        Optional<String> plainColumn)
        implements CounterState {

    /** Returns how it goes on. */
    public SequenceStep step() {
        return new SequenceStep(increment, cycles);
    }

    @Override
    public OptionalLong value() {
        return next;
    }
}
