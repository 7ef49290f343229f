package io.mintmark.counter;

/**
 * A lease that was not returned yet, as {@link ReturnRule} needs to know it.
 *
 * <p>Immutable.
 *
 * @param serial the lease's number, given once and never again; it is also the token that returns it
 * @param low the first number of its range, at least 1
 * @param high the last number of its range, at least {@code low}
 */
public record OpenLease(long serial, long low, long high) {

    /** Checks that the range is one: {@code 1 <= low <= high}. */
    public OpenLease {
        if (low < 1 || high < low) {
            throw new IllegalArgumentException(
                    "a lease must have 1 <= low <= high: serial=" + serial + ", low=" + low + ", high=" + high);
        }
    }
}
