package io.mintmark.jdbc.schema;

import io.mintmark.counter.Reservation;
import io.mintmark.jdbc.Assessment;
import io.mintmark.jdbc.database.CounterState;
import io.mintmark.jdbc.database.SequenceState;
import io.mintmark.jdbc.schema.SchemaView.ColumnName;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One counter with everything that it feeds: the patient.
 *
 * @param name what messages call it
 * @param state what the database shows of it
 * @param logged whether it outlives a crash
 * @param owner the column that a sequence belongs to
 * @param feeds the columns that it fills, each with the rule by which it does
 */
record CounterCase(String name, CounterState state, boolean logged, Optional<ColumnName> owner, List<Feed> feeds) {

    /** Copies the feeds. */
    CounterCase {
        feeds = List.copyOf(feeds);
    }

    /**
     * Judges where it stands for one of its feeds, as {@code build()} would; a cycle does not matter to that.
     */
    Assessment assess(Feed feed) {
        CounterState shown = state instanceof SequenceState sequence ? withoutCycle(sequence) : state;
        return Assessment.of(feed.counter(), shown, Reservation.CEILING_LONG);
    }

    /** Returns the first number that later reservations of a feed take; empty if nothing shows it, or it is refused. */
    OptionalLong nextOf(Feed feed) {
        return assess(feed).lowestNext();
    }

    /** Returns what it steps by, if it is a sequence. */
    long increment() {
        return state instanceof SequenceState sequence ? sequence.increment() : 1;
    }

    private static SequenceState withoutCycle(SequenceState state) {
        return new SequenceState(
                state.start(),
                state.increment(),
                state.next(),
                state.last(),
                false,
                state.cache(),
                state.ended(),
                state.plainColumn());
    }
}
