package io.mintmark.number;

import io.mintmark.range.RangeSource;
import java.time.Duration;

/**
 * The source from which time-based generators get the right to a worker number.
 *
 * <p>Both kinds that are offered here are counters of a {@link RangeSource}, so they are as durable as that, and a
 * number that was reserved is a lease that nobody else has or will have: expiry, fencing and the second before which it
 * is not valid are in the number itself. Safe for any number of threads.
 */
public interface WorkerLeases {
    /** How far ahead of the counter a clock may be, by default: a wrong year must not be written into the counter. */
    Duration LEAP_MAX = Duration.ofDays(31);

    /** Returns the highest worker number that a lease may have. */
    int workerMax();

    /**
     * Reserves, durably, a lease that is not over at {@code second}; it may begin later than that.
     *
     * @throws io.mintmark.counter.LeapRefusedException if the clock is further ahead of the counter than it may be
     * @throws io.mintmark.MintmarkException as the source throws
     */
    WorkerLease reserve(long second);

    /**
     * Gives the rest of a lease back, if the source takes it; otherwise nobody ever uses it.
     *
     * @param endSecond the first second that was not used; nor was any after it
     */
    default void giveBack(WorkerLease lease, long endSecond) {}

    /**
     * Returns leases of one fixed worker number: seconds are reserved in {@code seconds} before they are used, 10 at a
     * time if the source grants so few.
     *
     * <p>A restart waits for the rest of what was reserved, unless the generator was closed. Two processes that were
     * given the same number take turns instead of repeating ids.
     *
     * @param seconds the counter of this worker number, whose numbers mean seconds since 1970; used for nothing else
     */
    static WorkerLeases reserved(int worker, RangeSource seconds) {
        return new ReservedSeconds(worker, seconds, LEAP_MAX);
    }

    /**
     * Returns leases of changing worker numbers, which all generators over {@code slots} share without knowing each
     * other.
     *
     * <p>Time is cut into slots; the counter's numbers are the pairs of slot and worker number. Each start, and each
     * generator at the end of a slot, takes one pair. When all workers of a slot are taken, the next slot's are given,
     * and callers of such a generator wait or are refused until that begins.
     *
     * @param slots the counter; used for nothing else, and always with the same {@code workers} and {@code slot}. It
     *     should grant single numbers: what it grants beyond one, and does not take back, are workers that nobody gets
     * @param workers how many worker numbers there are, from 0; what a layout's {@code workerMax()} allows, or fewer
     * @param slot whole seconds, 10 or more; ten minutes suit most
     * @throws IllegalArgumentException if there are no workers, or the slot is another
     */
    static WorkerLeases shared(RangeSource slots, int workers, Duration slot) {
        return new SharedWorkers(slots, workers, slot, LEAP_MAX);
    }
}
