package io.mintmark.client.http;

import io.mintmark.client.exceptions.MintmarkClientException;
import io.mintmark.client.exceptions.RequestInterruptedException;
import io.mintmark.client.exceptions.ServerUnreachableException;
import io.mintmark.client.exceptions.ServerUnreachableException.Attempt;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way: which node is asked next, when all of them are asked again, and when it is given up. For one
 * thread.
 */
final class Sending {
    /** How often all nodes are asked at most, whatever the deadline and the budget would allow. */
    private static final int ROUNDS_MAX = 4;

    private final Request request;
    private final Wire wire;
    private final BiConsumer<URI, Verdict> noting;
    private final RetryBudget budget;
    private final ClusterSettings settings;
    private final long startNanos;
    private final List<Attempt> attempts = new ArrayList<>();
    private Verdict.@Nullable Elsewhere last;

    /** Prepares to send what was asked for at {@code startNanos}; {@code noting} hears how each node fared. */
    Sending(
            Request request,
            Wire wire,
            BiConsumer<URI, Verdict> noting,
            RetryBudget budget,
            ClusterSettings settings,
            long startNanos) {
        this.request = request;
        this.wire = wire;
        this.noting = noting;
        this.budget = budget;
        this.settings = settings;
        this.startNanos = startNanos;
    }

    /** Returns the reply of the first node that gives one; {@code order} is asked for the nodes of each round. */
    Reply over(Supplier<List<URI>> order) {
        budget.save();
        BackOff backOff = new BackOff(settings.dice());
        for (int round = 0; ; round++) {
            Duration retryAfter = Duration.ZERO;
            for (URI node : order.get()) {
                requireOneMoreAttempt();
                Verdict verdict = ask(node);
                if (verdict instanceof Verdict.Done done) {
                    return done.reply();
                }
                Verdict.Elsewhere elsewhere = elsewhereOrThrow(verdict);
                retryAfter = longer(retryAfter, elsewhere.retryAfter());
                attempts.add(new Attempt(node, elsewhere.reason()));
                last = elsewhere;
            }
            waitBefore(round, backOff.nanos(round, retryAfter.toNanos()));
        }
    }

    /** A node that could not even be connected to had no work with the request: the next one is asked at no cost. */
    private void requireOneMoreAttempt() {
        if (last != null && last.reached() && !budget.take()) {
            throw givenUp("the budget for further attempts is used up");
        }
        if (last != null && remainingNanos() <= 0) {
            throw givenUp("the deadline of " + settings.deadline().toMillis() + " ms passed");
        }
    }

    private Verdict ask(URI node) {
        long timeout = Math.max(1, Math.min(settings.attemptTimeout().toNanos(), remainingNanos()));
        Verdict verdict = Judge.of(node, request, wire.exchange(node, request, timeout));
        noting.accept(node, verdict);
        return verdict;
    }

    private static Verdict.Elsewhere elsewhereOrThrow(Verdict verdict) {
        if (verdict instanceof Verdict.Refused refused) {
            throw refused.failure();
        }
        return (Verdict.Elsewhere) verdict;
    }

    private void waitBefore(int round, long nanos) {
        if (round + 1 >= ROUNDS_MAX) {
            throw givenUp("all nodes were asked " + ROUNDS_MAX + " times");
        }
        if (nanos >= remainingNanos()) {
            throw givenUp("the next attempt would be past the deadline of "
                    + settings.deadline().toMillis() + " ms");
        }
        // One that reached a server pays when the next attempt begins.
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
