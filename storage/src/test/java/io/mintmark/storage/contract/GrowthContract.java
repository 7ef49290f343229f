package io.mintmark.storage.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.LeastRaise;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every engine that outlasts its process must know of how fast its numbers grew: by how much a copy must be raised at least, by
 * the busiest hour and not on average.
 */
@Timeout(120)
public abstract class GrowthContract {
    /** How many numbers a busy hour takes: more than the reservation that is added anyway. */
    static final long BUSY = 50_000_000;

    /** The counter that grows. */
    static final CounterName ORDERS = CounterName.ofTag("orders");

    /**
     * Lets so many hours pass, and takes a range in each of them. In the busy one the counter moves by {@link #BUSY} more, of which no
     * lease tells, as where a node reserves numbers ahead.
     *
     * @param busyOne which one is busy, from 0; -1 for none
     */
    protected abstract void hours(int count, int busyOne);

    /** Makes the hours that were a history that is long enough. */
    protected abstract void completeHistory();

    /** Moves the clock, back if the number is negative; nobody writes meanwhile. */
    protected abstract void move(int hours);

    /** Raises the database. */
    protected abstract void raise(long by);

    /** Returns by how much a copy that is made now must be raised at least. */
    protected abstract LeastRaise least();

    @Test
    void shouldAskForTwiceTheBusiestHourForEachHourThatPassedAndAReservationMore() {
        hours(4, 1);
        completeHistory();
        long before = least().by();

        move(10);

        assertThat(before).as("two hours began, and one is ahead").isBetween(5 * BUSY, 5 * (BUSY + 100));
        assertThat(least().by() - before).isBetween(10 * 2 * BUSY, 10 * 2 * (BUSY + 100));
    }

    @Test
    void shouldAskForTheUnknownWhereTheHistoryIsShort() {
        hours(3, 1);

        LeastRaise least = least();
        assertThat(least.by()).isGreaterThan(LeastRaise.UNKNOWN);
        assertThat(least.why()).contains("too short");
        move(5);
        assertThat(least().by() - least.by())
                .as("put back and raised again five hours later")
                .isGreaterThanOrEqualTo(5 * 3_600 * LeastRaise.UNKNOWN_A_SECOND);
        move(-5);
        completeHistory();
        assertThat(least().by()).isLessThan(LeastRaise.UNKNOWN);
    }

    @Test
    void shouldAskForTheUnknownWhereTheHistoryEndsInTheFuture() {
        hours(3, 1);
        completeHistory();

        move(-100);

        assertThat(least().by()).isEqualTo(LeastRaise.UNKNOWN);
        assertThat(least().why()).contains("in the future");
    }

    @Test
    void shouldNotTakeARaiseForGrowth() {
        hours(3, -1);
        completeHistory();
        long before = least().by();

        raise(1L << 40);

        assertThat(least().by()).isEqualTo(before);
        hours(3, -1);
        assertThat(least().by()).isLessThan(LeastRaise.UNKNOWN);
    }
}
