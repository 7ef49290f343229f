package io.mintmark.jdbc;

import io.mintmark.counter.BlockRule;
import io.mintmark.counter.Reservation;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.CounterState;
import io.mintmark.jdbc.database.RowState;
import io.mintmark.jdbc.database.SequenceState;
import io.mintmark.jdbc.database.SqlName;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A counter that a look at a database found; nobody knows yet who counts with it.
 *
 * @param description where it is, and the meaning and rule that its names suggest; for a sequence LOW with its
 *     increment
 * @param state what the database shows of it
 * @param note what its names suggest, in words
 */
public record FoundCounter(CounterDescription description, CounterState state, String note) {

    /** Returns what it stores, or gives next; empty if the database does not show it. */
    public OptionalLong value() {
        return state.value();
    }

    /** Returns what a sequence steps by; empty for rows. */
    public OptionalLong increment() {
        return state instanceof SequenceState sequence ? OptionalLong.of(sequence.increment()) : OptionalLong.empty();
    }

    /**
     * Returns a program as one that counts with this counter, under the names found; empty if it keeps its counters
     * elsewhere. A name that some product has by default must be the program's own, any other may be anybody's.
     */
    public Optional<CounterDescription> as(CounterDescription program) {
        CounterAccess here = description.access();
        if (program.access() instanceof CounterAccess.Sequence other && here instanceof CounterAccess.Sequence) {
            return Optional.of(program.with(other.named(here.name())));
        }
        return program.access() instanceof CounterAccess.Row other
                        && here instanceof CounterAccess.Row row
                        && KnownTables.mayBe(row, other)
                ? Optional.of(program.with(under(row, other)))
                : Optional.empty();
    }

    private static CounterAccess.Row under(CounterAccess.Row here, CounterAccess.Row program) {
        return new CounterAccess.Row(
                here.name(), here.column(), here.where(), program.createdAt(), here.serial(), here.increment());
    }

    /** Judges a program that counts with this counter, as {@link #as} returned it. */
    public Assessment assess(CounterDescription program) {
        return Assessment.of(program, state, Reservation.CEILING_LONG);
    }

    static FoundCounter sequence(SqlName name, SequenceState state) {
        long increment = state.increment();
        CounterDescription description = new CounterDescription(
                name.toString(),
                new CounterAccess.Sequence(name),
                StoredValue.NEXT,
                BlockRule.low(Math.max(1, increment)),
                List.of());
        String note = increment == 1
                ? "plain, or blocks that are multiplied in the programs"
                : increment < 1
                        ? "does not step upwards"
                        : "blocks of " + increment + ", low or high: ask its programs";
        String end = state.cycles() ? "; begins again!" : state.ended() ? "; at its end" : "";
        return new FoundCounter(description, state, note + end);
    }

    static FoundCounter row(CounterDescription usual, CounterAccess.Row row, RowState state) {
        String key = row.where().isEmpty()
                ? ""
                : " " + row.where().values().iterator().next();
        return new FoundCounter(usual.with(row).named(row.name() + key), state, usual.name());
    }
}
