package io.mintmark.number;

import java.time.Instant;

/** Says why a time-based generator has no id now, and what to do about it; immutable. */
record Refusals(BitLayout layout, long patienceMillis) {

    /**
     * Returns the refusal of a caller at {@code now}, in milliseconds since 1970.
     *
     * @param used the window that the caller's next id would be of
     * @param tick the tick of that id
     */
    TimeRefusedException of(WorkerWindow used, long tick, long now) {
        return new TimeRefusedException("No id now: the next one is of " + Instant.ofEpochMilli(layout.millisOf(tick))
                + ", the clock shows " + Instant.ofEpochMilli(now) + ", callers wait " + patienceMillis + " ms ("
                + why(used) + ").");
    }

    private String why(WorkerWindow used) {
        if (used.holdsNoTick()) {
            return "a lease of " + (used.lease.endSecond() - used.lease.notBeforeSecond())
                    + " s holds no whole tick of " + layout.tick()
                    + "; take a layout of shorter ticks, or longer leases";
        }
        if (used.isUsedUp()) {
            return "the lease is over and no other came in time; see to the source of the leases";
        }
        return used.isUntouched()
                ? "the lease of worker " + used.lease.worker()
                        + " begins then, because earlier ones are taken by others or"
                        + " by a former life of this generator; wait, allow more workers, or see to the clocks"
                : "ids have come as far as that, and they never go back; if the clock was set back, wait or set it right";
    }
}
