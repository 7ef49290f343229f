package io.mintmark.internal;

/**
 * A rest after each failure, doubled with every further failure in a row, up to a longest one. Immutable.
 *
 * @param first the rest after the first failure, in any unit
 * @param doublings how often it is doubled at most
 */
public record Backoff(long first, int doublings) {

    /** Returns the rest after a failure that {@code failuresBefore} others preceded. */
    public long after(int failuresBefore) {
        return first << Math.min(failuresBefore, doublings);
    }
}
