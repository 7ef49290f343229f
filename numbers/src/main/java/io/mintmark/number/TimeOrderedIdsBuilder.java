package io.mintmark.number;

import io.mintmark.internal.Given;
import io.mintmark.range.Refiller;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Describes a time-based generator before it starts; not thread-safe, and done with after {@link #start()}.
 *
 * <p>It needs either {@link #leases leases} or a {@link #worker worker number}; everything else has a default.
 * Durations count in whole milliseconds, from nothing to a day.
 */
public final class TimeOrderedIdsBuilder {
    private static final Duration LONGEST = Duration.ofDays(1);

    private final BitLayout layout;
    private TimeSettings settings = TimeSettings.DEFAULT;
    private SequenceStart beginning = SequenceStart.ZERO;
    private int worker = -1;
    private @Nullable WorkerLeases leases;

    TimeOrderedIdsBuilder(BitLayout layout) {
        this.layout = layout;
    }

    /**
     * Sets where the worker number is leased: ids do not repeat then, whatever clocks do.
     *
     * @throws IllegalArgumentException if they may be of a worker number that the layout does not have
     */
    public TimeOrderedIdsBuilder leases(WorkerLeases leases) {
        requireWorker(given("leases", leases).workerMax());
        this.leases = leases;
        return this;
    }

    /**
     * Sets a worker number that nobody looks after, instead of leases.
     *
     * <p>Ids may then repeat if another process has the same number, or if the clock was set back or {@link #borrow}
     * made smaller while the process was down. A start waits for the next second, and as long as ids may have been
     * borrowed before.
     *
     * @param number 0 to the layout's {@code workerMax()}
     * @throws IllegalArgumentException if it is another
     */
    public TimeOrderedIdsBuilder worker(int number) {
        requireWorker(number);
        this.worker = number;
        return this;
    }

    private void requireWorker(int number) {
        if (number < 0 || number > layout.workerMax()) {
            throw new IllegalArgumentException(
                    "the worker must be 0 to " + layout.workerMax() + " in this layout: worker=" + number);
        }
    }

    /**
     * Sets how far ids may run ahead of the clock when more are wanted than ticks hold; default 1 s, 0 for not at all.
     *
     * @throws IllegalArgumentException if it is negative or more than a day
     */
    public TimeOrderedIdsBuilder borrow(Duration most) {
        settings = settings.withBorrow(requireWithinADay("borrowing", most));
        return this;
    }

    /**
     * Sets how long callers wait for the clock to catch up before they are refused; default 5 s.
     *
     * <p>At least a tick is sensible: callers that want more ids than a tick holds wait for the next.
     *
     * @throws IllegalArgumentException if it is negative or more than a day
     */
    public TimeOrderedIdsBuilder patience(Duration most) {
        settings = settings.withPatience(requireWithinADay("patience", most));
        return this;
    }

    /**
     * Sets that the sequence of a tick begins at a number below {@code bound}, another one in each tick and without a
     * pattern; default 1, which is always 0.
     *
     * <p>At a few ids a tick or fewer, sequences that begin at 0 leave {@code id % n} uneven for even n where the
     * sequence is the last field: the first id of each tick is even, the second is odd. With the bound n, or a multiple
     * of it, each remainder is as frequent as the others. Ids rise as before. A tick has up to {@code bound - 1} ids
     * fewer; one that ids were borrowed from has all of them.
     *
     * @param bound 1 to the layout's {@code sequenceMax() + 1}; take the largest n that ids are divided by
     * @throws IllegalArgumentException if it is another
     */
    public TimeOrderedIdsBuilder sequenceStartsBelow(int bound) {
        if (bound < 1 || bound - 1 > layout.sequenceMax()) {
            throw new IllegalArgumentException("sequences of this layout must start below 1 to "
                    + (layout.sequenceMax() + 1) + ": bound=" + bound);
        }
        beginning = new SequenceStart(bound);
        return this;
    }

    private static long requireWithinADay(String what, Duration most) {
        if (given(what, most).isNegative() || most.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(what + " must be between nothing and " + LONGEST + ": " + most);
        }
        return most.toMillis();
    }

    /** Sets the wall clock; default the system's. Its steps repeat no id; callers may have to wait. */
    public TimeOrderedIdsBuilder clock(InstantSource clock) {
        settings = settings.withWall(given("clock", clock));
        return this;
    }

    /** Sets the threads that look at the clock and reserve leases; default {@link Refiller#shared()}. */
    public TimeOrderedIdsBuilder refiller(Refiller refiller) {
        settings = settings.withRefiller(given("refiller", refiller));
        return this;
    }

    private static <T> T given(String setting, @Nullable T value) {
        return Given.setting(setting, value);
    }

    TimeOrderedIdsBuilder settings(TimeSettings all) {
        settings = all;
        return this;
    }

    /**
     * Starts the generator; reserves its first lease, and so waits for the source.
     *
     * @throws IllegalStateException if neither a worker nor leases are set, or both; or if the worker number is set and
     *     another generator of this process has it
     * @throws io.mintmark.MintmarkException as the source of the leases throws
     * @throws io.mintmark.counter.ExhaustedException if the layout has run out
     */
    public TimeOrderedIds start() {
        return new TimeOrderedIds(new Timekeeper(layout, beginning, leasesOrWorker(), settings));
    }

    private WorkerLeases leasesOrWorker() {
        if ((leases == null) == (worker < 0)) {
            throw new IllegalStateException(
                    "a generator needs a worker number, by leases(...) or by worker(...), one of" + " them: worker="
                            + worker + ", leases=" + leases);
        }
        return leases != null ? leases : new UnguardedWorker(layout, worker, (settings.borrowMillis() + 999) / 1_000);
    }
}
