package io.mintmark.hilo.supply;

/**
 * Counts the numbers that were issued within the last one to two spans. Not thread-safe; guarded by the supply's lock.
 *
 * <p>Numbers that were issued while nobody looked count as issued at the next look.
 */
final class RecentlyIssued {
    private boolean begun;
    private long sinceNanos;
    private long beganNanos;
    private long lookedNanos;
    private long beganIssued;
    private long issuedBefore;
    private long everIssued;

    /** Takes note of how many numbers were ever issued. */
    void observe(long now, long everIssued, long spanNanos) {
        if (!begun || now - beganNanos >= spanNanos) {
            sinceNanos = begun ? beganNanos : now;
            begun = true;
            issuedBefore = beganIssued;
            beganIssued = everIssued;
            beganNanos = now;
        }
        this.lookedNanos = now;
        this.everIssued = everIssued;
    }

    long issued() {
        return everIssued - issuedBefore;
    }

    /** Returns how many numbers were ever issued. */
    long everIssued() {
        return everIssued;
    }

    /** Returns the mean rate of the numbers counted, which single looks do not sway; 0 at the first look. */
    double perNano() {
        long nanos = lookedNanos - sinceNanos;
        return nanos <= 0 ? 0 : (double) issued() / nanos;
    }
}
