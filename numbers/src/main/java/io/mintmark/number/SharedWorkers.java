package io.mintmark.number;

import io.mintmark.internal.Given;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.time.Duration;

/** Worker numbers by slots of time; the counter's number n is worker n mod W in slot n / W. Thread-safe. */
final class SharedWorkers implements WorkerLeases {
    private static final long SLOT_SECONDS_MIN = 10;

    private final RangeSource source;
    private final long workers;
    private final long slotSeconds;
    private final long leapMaxSlots;

    SharedWorkers(RangeSource source, int workers, Duration slot, Duration leapMax) {
        if (workers < 1) {
            throw new IllegalArgumentException("there must be at least 1 worker: workers=" + workers);
        }
        if (slot.toSeconds() < SLOT_SECONDS_MIN || slot.getNano() != 0) {
            throw new IllegalArgumentException(
                    "a slot must be whole seconds, " + SLOT_SECONDS_MIN + " or more: slot=" + slot);
        }
        this.source = Given.required("slots", source, "pass a counter of its own, such as one of mintmark-jdbc");
        this.workers = workers;
        this.slotSeconds = slot.toSeconds();
        this.leapMaxSlots = Math.max(1, leapMax.toSeconds() / slotSeconds);
    }

    @Override
    public int workerMax() {
        return (int) workers - 1;
    }

    @Override
    public WorkerLease reserve(long second) {
        long slot = second / slotSeconds;
        ReservedSeconds.requireNoLeap(source, slot, leapMaxSlots, workers);
        long standing = source.raise(slot * workers - 1);
        assert standing >= slot * workers - 1 : "the source keeps its contract";
        Range range = source.reserve(1);
        if (range.high() > range.low()) {
            ReservedSeconds.giveBackQuietly(source, range, range.low());
        }
        return lease(range.low());
    }

    private WorkerLease lease(long number) {
        long begins = number / workers * slotSeconds;
        return new WorkerLease((int) (number % workers), begins, begins + slotSeconds);
    }
}
