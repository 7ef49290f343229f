package io.mintmark.hilo.supply;

/**
 * A call that has no number: how many it wants, and since when it waits.
 *
 * <p>The deadline is the call's: if others take the range that it waited for, it waits for the next one, but not anew.
 * Made off the hot path; not thread-safe.
 */
public final class Waiter {
    public final int count;

    private boolean waits;
    private long sinceNanos;

    /** Creates a call that wants {@code count} numbers and did not wait yet. */
    public Waiter(int count) {
        this.count = count;
    }

    /** Returns when this call began to wait: now, if it did not before. */
    long since(long now) {
        if (!waits) {
            waits = true;
            sinceNanos = now;
        }
        return sinceNanos;
    }
}
