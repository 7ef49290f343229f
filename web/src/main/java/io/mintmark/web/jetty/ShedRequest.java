package io.mintmark.web.jetty;

import io.mintmark.web.http.Overload;
import java.time.Duration;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Refuses a request because too many wait.
 *
 * @param exchange its exchange
 */
record ShedRequest(Exchange exchange) {
    /** How long a pipelined request waits for its 503. */
    private static final Duration PIPELINED_REFUSAL_WAIT = Duration.ofMillis(100);

    /**
     * Refuses at once, but for a client that sends on without waiting for answers: while one refusal follows the other,
     * the thread that sends them, which may be the one that reads what all others sent, does nothing else.
     */
    void refuse() {
        exchange.resources.refused();
        if (!exchange.resources.isPipelined()) {
            refuseForNow();
            return;
        }
        Scheduler.Task ignored = exchange.raw
                .getComponents()
                .getScheduler()
                .schedule(() -> exchange.resources.executor().execute(this::refuseForNow), PIPELINED_REFUSAL_WAIT);
    }

    private void refuseForNow() {
        exchange.send(exchange.head(), Overload.tooManyWait(exchange.target()));
    }
}
