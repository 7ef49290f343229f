package io.mintmark.range;

import io.mintmark.counter.ExhaustedException;

/**
 * Where one counter lives: in a database, behind a server, in memory.
 *
 * <p>The arithmetic of ranges is not its business, keeping the counter is. Every implementation must be safe for any
 * number of threads and pass the contract kit of {@code mintmark-testkit}.
 */
public interface RangeSource {

    /**
     * Moves the counter up durably and returns the numbers that were passed.
     *
     * <p>Holds: no number of the range was or will be part of another range, except by {@link #giveBack}. Refused: a
     * counter at its ceiling ({@link ExhaustedException}). Undefined: whether numbers were used up when it throws
     * anything else; they are never returned later.
     *
     * @param size how many numbers the caller would like, 1 or more; the source may return fewer or more, but at least
     *     1
     * @throws RangeSourceException if the counter cannot be reached or refuses
     */
    Range reserve(long size);

    /**
     * Gives the unused tail of a range back, and returns whether the source took it.
     *
     * <p>Holds: accepted at most once a range, and only if no later range is outstanding; then the next range begins at
     * {@code lastIssued + 1}. Refused, without an exception: everything else; the numbers are a gap. Undefined: what
     * happens to numbers of the tail that are issued afterwards.
     *
     * @param range a range that this source returned
     * @param lastIssued the last number of it that was issued, or {@code range.low() - 1} if none was
     * @throws RangeSourceException if the counter cannot be reached
     */
    boolean giveBack(Range range, long lastIssued);

    /**
     * Moves the counter up to {@code atLeast} without owning numbers, and returns where it stands now.
     *
     * <p>Holds: later ranges begin above the returned value, unless a range that was out meanwhile goes back; a counter
     * that is higher already stays.
     *
     * @throws RangeSourceException if the counter cannot be reached
     */
    long raise(long atLeast);
}
