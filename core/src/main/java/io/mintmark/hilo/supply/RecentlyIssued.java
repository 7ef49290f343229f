package io.mintmark.hilo.supply;

/**
 * Counts the numbers that were issued within the last one to two spans. Not thread-safe; guarded by the supply's lock.
 *
 * <p>Numbers that were issued while nobody looked count as issued at the next look.
 */
final class RecentlyIssued {
    private boolean begun;
    private long beganNanos;
    private long beganIssued;
    private long issuedBefore;
    private long issued;

    /** Takes note of how many numbers were ever issued. */
    void observe(long now, long everIssued, long spanNanos) {
        if (!begun || now - beganNanos >= spanNanos) {
            begun = true;
            issuedBefore = beganIssued;
            beganIssued = everIssued;
            beganNanos = now;
        }
        issued = everIssued - issuedBefore;
    }

    long issued() {
        return issued;
    }
}
