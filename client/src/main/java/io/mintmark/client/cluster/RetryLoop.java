package io.mintmark.client.cluster;

import io.mintmark.client.exceptions.MintmarkClientException;
import io.mintmark.client.exceptions.RequestInterruptedException;
import io.mintmark.client.exceptions.ServerUnreachableException;
import io.mintmark.client.exceptions.ServerUnreachableException.Attempt;
import io.mintmark.client.http.HttpTransport;
import io.mintmark.client.http.Reply;
import io.mintmark.client.http.Request;
import io.mintmark.internal.Backoff;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends one request until a node answers it or it is given up: which node is asked next, and when all are asked again.
 * For one thread.
 */
final class RetryLoop {
    /** Limit for rounds over all nodes, whatever the deadline and the budget would allow. */
    private static final int ROUNDS_MAX = 4;

    /**
     * Bound of a random wait before all nodes are asked again: those that failed together do not come back together.
     */
    private static final Backoff WAIT_NANOS_MAX =
            new Backoff(Duration.ofMillis(100).toNanos(), ROUNDS_MAX);

    private final Request request;
    private final HttpTransport transport;
    private final BiConsumer<URI, NextStep> noting;
    private final RetryBudget budget;
    private final ClusterSettings settings;
    private final long startNanos;
    private final List<Attempt> attempts = new ArrayList<>();
    private NextStep.@Nullable Retry last;

    /** Prepares to send a request that came at {@code startNanos}; {@code noting} hears how each node fared. */
    RetryLoop(
            Request request,
            HttpTransport transport,
            BiConsumer<URI, NextStep> noting,
            RetryBudget budget,
            ClusterSettings settings,
            long startNanos) {
        this.request = request;
        this.transport = transport;
        this.noting = noting;
        this.budget = budget;
        this.settings = settings;
        this.startNanos = startNanos;
    }

    /** Returns the reply of the first node that gives one; {@code order} supplies the nodes of each round. */
    Reply over(Supplier<List<URI>> order) {
        budget.save();
        for (int round = 0; ; round++) {
            Duration retryAfter = Duration.ZERO;
            for (URI node : order.get()) {
                requireOneMoreAttempt();
                NextStep decision = ask(node);
                if (decision instanceof NextStep.Return returned) {
                    return returned.reply();
                }
                NextStep.Retry retry = retryOrThrow(decision);
                retryAfter = longer(retryAfter, retry.retryAfter());
                attempts.add(new Attempt(node, retry.reason()));
                last = retry;
            }
            long random = (long) (settings.random().nextDouble() * WAIT_NANOS_MAX.after(round));
            waitBefore(round, retryAfter.toNanos() + random);
        }
    }

    /** A failed connection costs a node nothing: then the next node is asked without a charge to the budget. */
    private void requireOneMoreAttempt() {
        if (last != null && last.reached() && !budget.take()) {
            throw givenUp("the budget for further attempts is used up");
        }
        if (last != null && remainingNanos() <= 0) {
            throw givenUp("the deadline of " + settings.deadline().toMillis() + " ms passed");
        }
    }

    private NextStep ask(URI node) {
        long timeout = Math.max(1, Math.min(settings.attemptTimeout().toNanos(), remainingNanos()));
        NextStep decision = RetryPolicy.of(node, request, transport.exchange(node, request, timeout));
        noting.accept(node, decision);
        return decision;
    }

    private static NextStep.Retry retryOrThrow(NextStep decision) {
        if (decision instanceof NextStep.Fail fail) {
            throw fail.failure();
        }
        return (NextStep.Retry) decision;
    }

    private void waitBefore(int round, long nanos) {
        if (round + 1 >= ROUNDS_MAX) {
            throw givenUp("all nodes were asked " + ROUNDS_MAX + " times");
        }
        if (nanos >= remainingNanos()) {
            throw givenUp("the next attempt would be past the deadline of "
                    + settings.deadline().toMillis() + " ms");
        }
        // An attempt that reached a server is paid for when the next one begins.
        if (last != null && !last.reached() && !budget.take()) {
            throw givenUp("the budget for further attempts is used up");
        }
        try {
            settings.sleeper().sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RequestInterruptedException.whileWaiting(request.toString(), e);
        }
    }

    private MintmarkClientException givenUp(String why) {
        if (last != null && last.failure() != null) {
            return last.failure();
        }
        return new ServerUnreachableException(request.toString(), attempts, why, last == null ? null : last.cause());
    }

    private long remainingNanos() {
        return settings.deadline().toNanos() - (settings.ticker().nanos() - startNanos);
    }

    private static Duration longer(Duration some, Duration other) {
        return some.compareTo(other) > 0 ? some : other;
    }
}
