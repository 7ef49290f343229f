package io.mintmark.client.cluster;

/**
 * The number of retries that are allowed: each request earns a share of one, and a few are there from the start.
 *
 * <p>A server that comes back after an outage therefore meets about a tenth more requests, not a multiple. Safe for any
 * number of threads.
 */
final class RetryBudget {
    private final double share;
    private final double reserve;
    private double saved;

    RetryBudget(double share, int reserve) {
        this.share = share;
        this.reserve = reserve;
        this.saved = reserve;
    }

    /** Adds the share that one request earns. */
    synchronized void save() {
        saved = Math.min(reserve, saved + share);
    }

    /** Takes one retry and returns true, or returns false if none is left. */
    synchronized boolean take() {
        if (saved < 1) {
            return false;
        }
        saved -= 1;
        return true;
    }
}
