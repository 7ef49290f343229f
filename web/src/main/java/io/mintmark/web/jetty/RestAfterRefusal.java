package io.mintmark.web.jetty;

import io.mintmark.internal.Ticker;
import java.time.Duration;

/**
 * Leaves the next input of a connection unread for a while. What comes meanwhile stays with the system, which lets the
 * client wait.
 */
final class RestAfterRefusal implements FrontEnd.ReadScheduler {
    private final Ticker ticker;
    private final long beginNanos;
    private final Duration rest;
    private final Runnable over;
    private final Later later;

    /** Takes a step when the rest is over. */
    @FunctionalInterface
    interface Later {
        void run(Runnable step, long delayNanos);
    }

    /**
     * Rests from now on.
     *
     * @param over called when the input has come: what comes behind it has no rest
     * @param later takes the step that reads it, if the rest is not over by then
     */
    RestAfterRefusal(Ticker ticker, Duration rest, Runnable over, Later later) {
        this.ticker = ticker;
        this.beginNanos = ticker.nanos();
        this.rest = rest;
        this.over = over;
        this.later = later;
    }

    /** Takes {@code step} at once if the client waited long enough by itself. */
    @Override
    public void step(Runnable step) {
        over.run();
        long left = rest.toNanos() - (ticker.nanos() - beginNanos);
        if (left <= 0) {
            step.run();
        } else {
            later.run(step, left);
        }
    }
}
