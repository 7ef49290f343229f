package io.mintmark.client.http;

import io.mintmark.client.exceptions.MintmarkClientException;
import io.mintmark.client.exceptions.ServerUnreachableException;
import io.mintmark.client.exceptions.ServerUnreachableException.Attempt;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that one store talks to, in the server's order: sends a request to one of them, fails over, backs off.
 *
 * <p>A reply comes whole from one node and says which ({@link Reply#node}). A request is sent again only if it certainly
 * did not take effect or is repeatable, within its deadline and the {@linkplain ClusterSettings.Builder#retryBudget
 * budget}. Safe for any number of threads; an interrupt ends a call at once and stays set.
 */
public final class Cluster implements AutoCloseable {
    private final ClusterSettings settings;
    private final Wire wire;
    private final Nodes nodes;
    private final RetryBudget budget;
    private final DatabaseLives lives;
    private final TopologyWatch topology;

    private Cluster(ClusterSettings settings) {
        this.settings = settings;
        this.wire = new Wire(settings);
        this.nodes = new Nodes(settings.urls(), settings.ticker());
        this.budget = new RetryBudget(settings.retryShare(), settings.retryReserve());
        this.lives = new DatabaseLives(settings.database());
        this.topology = new TopologyWatch(settings, wire, nodes, lives);
    }

    /** Returns a cluster that has not connected to anybody yet. */
    public static Cluster of(ClusterSettings settings) {
        return new Cluster(settings);
    }

    /** Returns the database that requests are about; empty if they are about whole servers. */
    public String database() {
        return settings.database();
    }

    /** Returns what was seen of the database's lives. */
    public DatabaseLives lives() {
        return lives;
    }

    /**
     * Sends a request to the preferred node, and where that is safe to the others, and returns the reply.
     *
     * <p>2xx, 304 and 404 come back as replies; everything else as the typed exception of {@code
     * io.mintmark.client.exceptions}.
     */
    public Reply send(Request request) {
        long start = settings.ticker().nanos();
        topology.refreshIfStale();
        return send(request, nodes::inOrder, start);
    }

    /** Sends a request to one node only, again where that is safe, and returns its reply as {@link #send} does. */
    public Reply sendTo(URI node, Request request) {
        List<URI> only = List.of(NodeUrl.checked(node));
        return send(request, () -> only, settings.ticker().nanos());
    }

    private Reply send(Request request, Supplier<List<URI>> order, long startNanos) {
        Request stamped = topology.stamped(request);
        Reply reply = new Sending(stamped, wire, this::note, budget, settings, startNanos).over(order);
        topology.heed(reply);
        return reply;
    }

    private void note(URI node, Verdict verdict) {
        nodes.note(node, verdict);
        if (Nodes.speaksAgainst(verdict)) {
            topology.doubt();
        }
    }

    /**
     * Sends a request whose body is produced while it is sent, to one node, once; the future fails with the exceptions of
     * {@link #send}.
     *
     * <p>There is no timeout: whoever produces the body knows when to give up, and cancels the future.
     */
    public CompletableFuture<Reply> stream(URI node, Request request) {
        Request stamped = topology.stamped(request);
        CompletableFuture<Reply> exchange = wire.begin(node, stamped);
        CompletableFuture<Reply> reply = exchange.handle((answer, failure) -> judged(node, stamped, answer, failure));
        CompletableFuture<?> ignored = reply.whenComplete((done, failure) -> {
            if (reply.isCancelled()) {
                exchange.cancel(true);
            }
        });
        return reply;
    }

    /** Runs {@code task} after so many seconds, on a thread that may wait; not any more once this is closed. */
    public Future<?> later(long seconds, Runnable task) {
        return wire.later(seconds, task);
    }

    private Reply judged(URI node, Request request, @Nullable Reply answer, @Nullable Throwable failure) {
        Outcome outcome = answer == null
                ? WireFailure.read(failure == null ? new IllegalStateException("no reply and no failure") : failure)
                : new Outcome.Answered(answer);
        Verdict verdict = Judge.of(node, request, outcome);
        note(node, verdict);
        if (verdict instanceof Verdict.Done done) {
            topology.heed(done.reply());
            return done.reply();
        }
        throw alone(node, request, verdict);
    }

    private static MintmarkClientException alone(URI node, Request request, Verdict verdict) {
        if (verdict instanceof Verdict.Refused refused) {
            return refused.failure();
        }
        Verdict.Elsewhere elsewhere = (Verdict.Elsewhere) verdict;
        return elsewhere.failure() != null
                ? elsewhere.failure()
                : new ServerUnreachableException(
                        request.toString(),
                        List.of(new Attempt(node, elsewhere.reason())),
                        "a stream is not sent again",
                        elsewhere.cause());
    }

    /** Ends what is under way; later requests are refused with {@link IllegalStateException}. */
    @Override
    public void close() {
        wire.close();
    }
}
