package io.mintmark.counter;

import java.util.Optional;

/**
 * The numbers that a node's claim owns of every counter from the moment it is made: 2^30 of them above 2^52, which the
 * node hands out while it is cut off from its engine and owns no others.
 *
 * <p>Immutable, and arithmetic only. A claim is the life of a node; its epoch comes from a counter of the whole cluster
 * that each claim raises, durably, before the node serves anybody.
 *
 * <h2>Why no number of a slice meets another one</h2>
 *
 * <ul>
 *   <li><b>A number that the engine reserves.</b> Where slices exist, counters end at {@link #ORDINARY_MAX}: no
 *       reservation, raise, edit or {@code lastMax} brings one above that. A counter that an earlier version let come
 *       higher is refused, and its database is given no slices.
 *   <li><b>Another node's slice.</b> Two claims have two epochs, whatever their tags, and slices of two epochs lie
 *       apart. So a node whose tag was taken while it was cut off goes on with what its own claim owns, its ranges
 *       ahead and its slice: its successor of that tag has another epoch, and need not know how far this one has come.
 *   <li><b>The same node's slice, after a restart.</b> The place up to which a slice was cut is in memory alone. A
 *       process that starts anew makes a new claim, whose epoch is higher than all before; the rest of the former slice
 *       is a gap.
 *   <li><b>The same slice, after its database was dropped and made anew.</b> Ids of the former life may be stored in
 *       the new one, since a node that is cut off does not hear of the drop. So the place is kept by the name of the
 *       database and of the counter, until the process ends: neither a new life nor closing and opening begins it anew.
 *   <li><b>A counter of the same name in another database.</b> It has the same numbers, as it has the same ordinary
 *       ones: they are numbers of another counter.
 *   <li><b>A number that came back.</b> None does: a return of a slice is ignored, by every engine.
 *   <li><b>A store that was put back from an older copy</b> gives epochs a second time. So raising it, without which no
 *       node serves, lifts the epoch by more claims than were made since the copy ({@code StoreRaise}).
 * </ul>
 *
 * <p>An engine that loses a claim which it acknowledged, as an asynchronous standby does, loses this argument, and that
 * of ranges with it.
 *
 * @param epoch of the claim, 1 to {@link #EPOCH_MAX}
 */
public record NumberSlice(long epoch) {
    private static final int SIZE_BITS = 30;

    /** The number at which slices begin: 2^52 = 4,503,599,627,370,496. */
    public static final long FIRST = 1L << 52;
    /** The highest number of a counter where slices exist: 2^52-1. */
    public static final long ORDINARY_MAX = FIRST - 1;
    /** The highest epoch that has a slice: 2^22-1, whose slice ends at 2^53-1. */
    public static final long EPOCH_MAX = (1L << 22) - 1;

    /** Checks the epoch; see {@link #of} for one that may have no slice. */
    public NumberSlice {
        if (epoch < 1 || epoch > EPOCH_MAX) {
            throw new IllegalArgumentException(
                    "only the epochs 1 to " + EPOCH_MAX + " have a slice of numbers: epoch=" + epoch);
        }
    }

    /** Returns the slice of the claim of an epoch; empty if it is too high to have one. */
    public static Optional<NumberSlice> of(long epoch) {
        return epoch < 1 || epoch > EPOCH_MAX ? Optional.empty() : Optional.of(new NumberSlice(epoch));
    }

    /** Returns whether a number is one of a slice, where slices exist. */
    public static boolean has(long number) {
        return number >= FIRST;
    }

    /** Returns the epoch of the claim that owns a number of a slice. */
    public static long epochOf(long number) {
        return (number - FIRST) >> SIZE_BITS;
    }

    /**
     * Returns what a client's {@code lastMax} says of the ordinary numbers: nothing, if it is one of a slice. Clients
     * move from one engine to another, so every engine asks this.
     */
    public static long ordinary(long lastMax) {
        return has(lastMax) ? 0 : lastMax;
    }

    /** Returns the first number. */
    public long low() {
        return FIRST + (epoch << SIZE_BITS);
    }

    /** Returns the last number, at most 2^53-1. */
    public long high() {
        return low() + (1L << SIZE_BITS) - 1;
    }
}
