package io.mintmark.client.http;

/**
 * How many further attempts there may be: each request saves up a share of one, and a few are there from the start.
 *
 * <p>So a server that comes back after an outage meets about a tenth more requests than without it, not a multiple. Safe
 * for any number of threads.
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

    /** Saves up what one request is worth. */
    synchronized void save() {
        saved = Math.min(reserve, saved + share);
    }

    /** Takes one further attempt, if there is one. */
    synchronized boolean take() {
        if (saved < 1) {
            return false;
        }
        saved -= 1;
        return true;
    }
}
