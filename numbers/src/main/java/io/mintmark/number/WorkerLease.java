package io.mintmark.number;

/**
 * The right to make ids of one worker number in one span of time; immutable.
 *
 * <p>The span is that of the times <em>inside the ids</em>, not of the moments at which they are issued. That is why no
 * clock has to be trusted, and why a process that slept through the end of its lease can do no harm: an id of a later
 * time is not in its lease, and an id of the lease belongs to nobody else.
 *
 * @param worker the worker number
 * @param notBeforeSecond first second of the span, since 1970
 * @param endSecond first second after the span
 */
public record WorkerLease(int worker, long notBeforeSecond, long endSecond) {
    /** The end of a lease that has none: 69,000 years from now. */
    static final long FOREVER = 1L << 41;

    /** Checks the span; throws {@link IllegalArgumentException} naming it if it holds no second. */
    public WorkerLease {
        if (worker < 0 || notBeforeSecond < 0 || endSecond <= notBeforeSecond) {
            throw new IllegalArgumentException("a lease must have a worker of 0 or more and hold a second: worker="
                    + worker + ", from " + notBeforeSecond + " to before " + endSecond);
        }
    }
}
