package io.mintmark.jdbc;

import java.util.OptionalLong;

/**
 * What a database's catalog says of a sequence.
 *
 * @param start the value it was created to begin with
 * @param increment what it steps by
 * @param next the lowest value it may give next; empty if values are cached where the catalog does not show them
 * @param last the highest value it can give
 * @param cycles whether it begins again at its end
 * @param cache how many values the server, or each of its sessions, draws ahead
 */
public record SequenceState(long start, long increment, OptionalLong next, long last, boolean cycles, long cache) {

    /** Returns how it goes on. */
    public SequenceStep step() {
        return new SequenceStep(increment, cycles);
    }
}
