package io.mintmark.jdbc.database;

import java.util.OptionalLong;

/**
 * The state of one counter as its database shows it; {@code Assessment} judges it, for {@code build()} and for the
 * doctor.
 */
public sealed interface CounterState permits SequenceState, RowState {

    /** Returns what it stores, or gives next; empty if the database does not show it, or it is no number. */
    OptionalLong value();
}
