package io.mintmark.client.cluster;

import io.mintmark.client.exceptions.MintmarkClientException;
import io.mintmark.client.exceptions.ServerUnreachableException;
import io.mintmark.client.exceptions.ServerUnreachableException.Attempt;
import io.mintmark.client.http.ExchangeOutcome;
import io.mintmark.client.http.HttpTransport;
import io.mintmark.client.http.Reply;
import io.mintmark.client.http.Request;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that one store talks to, in the server's order: it sends each request to one of them, fails over and backs
 * off.
 *
 * <p>A reply comes whole from one node, which {@link Reply#node} names. A request is retried only if it certainly had
 * no effect, or if it is repeatable, within its deadline and the
 * {@linkplain ClusterSettings.Builder#retryBudget budget}. Safe for any number of threads; an interrupt ends a call at
 * once and stays set.
 */
public final class Cluster implements AutoCloseable {
    private final ClusterSettings settings;
    private final HttpTransport transport;
    private final NodeSelector nodes;
    private final RetryBudget budget;
    private final OlderCopyDetector olderCopies;
    private final TopologyUpdater topology;

    private Cluster(ClusterSettings settings) {
        this.settings = settings;
        this.transport = new HttpTransport(
                settings.connectTimeout(), settings.tls(), settings.bearerToken(), settings.replyBytesMax());
        this.nodes = new NodeSelector(settings.urls(), settings.ticker());
        this.budget = new RetryBudget(settings.retryShare(), settings.retryReserve());
        this.olderCopies = new OlderCopyDetector(settings.database());
        this.topology = new TopologyUpdater(settings, transport, nodes, olderCopies);
    }

    /** Returns a cluster that has not connected to any node yet. */
    public static Cluster of(ClusterSettings settings) {
        return new Cluster(settings);
    }

    /** Returns the database that requests are about; empty if they are about whole servers. */
    public String database() {
        return settings.database();
    }

    /** Returns the detector that all clients of this cluster share. */
    public OlderCopyDetector olderCopies() {
        return olderCopies;
    }

    /**
     * Sends a request to the preferred node, then to the others where that is safe, and returns the reply.
     *
     * <p>2xx, 304 and 404 come back as replies; any other status becomes an exception of {@code
     * io.mintmark.client.exceptions}.
     */
    public Reply send(Request request) {
        long start = settings.ticker().nanos();
        topology.refreshIfStale();
        if (!request.isRepeatable()) {
            topology.refreshAfterSilence();
        }
        return send(request, nodes::inOrder, start);
    }

    /** Sends a request to one node only, retries where that is safe, and returns its reply as {@link #send} does. */
    public Reply sendTo(URI node, Request request) {
        List<URI> only = List.of(NodeUrl.checked(node));
        return send(request, () -> only, settings.ticker().nanos());
    }

    private Reply send(Request request, Supplier<List<URI>> order, long startNanos) {
        Request stamped = topology.stamped(request);
        Reply reply = new RetryLoop(stamped, transport, this::note, budget, settings, startNanos).over(order);
        topology.heed(reply);
        return reply;
    }

    private void note(URI node, NextStep decision) {
        nodes.note(node, decision);
        if (NodeSelector.speaksAgainst(decision)) {
            topology.doubt();
        }
    }

    /**
     * Sends a request whose body is produced while it is sent, once, to one node. The future fails with the exceptions
     * of {@link #send}.
     *
     * <p>There is no timeout: the producer of the body knows when to give up, and cancels the future.
     */
    public CompletableFuture<Reply> stream(URI node, Request request) {
        Request stamped = topology.stamped(request);
        CompletableFuture<Reply> exchange = transport.begin(node, stamped);
        CompletableFuture<Reply> reply = exchange.handle((answer, failure) -> judged(node, stamped, answer, failure));
        CompletableFuture<?> ignored = reply.whenComplete((done, failure) -> {
            if (reply.isCancelled()) {
                exchange.cancel(true);
            }
        });
        return reply;
    }

    /** Runs {@code task} after {@code seconds} on a thread that may wait, unless this is closed by then. */
    public Future<?> later(long seconds, Runnable task) {
        return transport.later(seconds, task);
    }

    private Reply judged(URI node, Request request, @Nullable Reply answer, @Nullable Throwable failure) {
        NextStep decision = RetryPolicy.of(node, request, ExchangeOutcome.of(node, answer, failure));
        note(node, decision);
        if (decision instanceof NextStep.Return returned) {
            topology.heed(returned.reply());
            return returned.reply();
        }
        throw alone(node, request, decision);
    }

    private static MintmarkClientException alone(URI node, Request request, NextStep decision) {
        if (decision instanceof NextStep.Fail fail) {
            return fail.failure();
        }
        NextStep.Retry retry = (NextStep.Retry) decision;
        return retry.failure() != null
                ? retry.failure()
                : new ServerUnreachableException(
                        request.toString(),
                        List.of(new Attempt(node, retry.reason())),
                        "a stream is not sent again",
                        retry.cause());
    }

    /** Ends the requests under way; later ones are refused with {@link IllegalStateException}. */
    @Override
    public void close() {
        transport.close();
    }
}
