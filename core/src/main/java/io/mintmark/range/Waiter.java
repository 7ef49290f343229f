package io.mintmark.range;

/**
 * A call that has no number: how many it wants, and since when it waits.
 *
 * <p>The deadline is the call's: if others take the range that it waited for, it waits for the next one, but not anew.
 * Made off the hot path; not thread-safe.
 */
final class Waiter {
    final int count;

    private boolean waits;
    private long sinceNanos;

    Waiter(int count) {
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
