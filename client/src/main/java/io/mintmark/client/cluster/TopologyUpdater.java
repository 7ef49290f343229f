package io.mintmark.client.cluster;

import io.mintmark.RandomBytes;
import io.mintmark.client.exceptions.InvalidReplyException;
import io.mintmark.client.http.ExchangeOutcome;
import io.mintmark.client.http.HttpTransport;
import io.mintmark.client.http.Reply;
import io.mintmark.client.http.Request;
import io.mintmark.client.http.RequestTarget;
import io.mintmark.protocol.Headers;
import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.Routes;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps the nodes in the server's order: it asks before the first request, when a reply announces a change, and after a
 * node failed.
 *
 * <p>The first request to come fetches the topology; the others go on with the known nodes. If the fetch fails, no
 * request fails with it, and the next fetch follows ten seconds later. If the topology names the life of an older copy
 * of the database, the next reservation looks closer. Safe for any number of threads.
 */
final class TopologyUpdater {
    private static final long REST_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long PATIENCE_NANOS_MAX = Duration.ofSeconds(5).toNanos();
    /** Less than the time for which a node that stops says so in its replies before it closes its connections. */
    private static final long SILENCE_NANOS_MAX = Duration.ofSeconds(1).toNanos();

    private final ClusterSettings settings;
    private final HttpTransport transport;
    private final NodeSelector nodes;
    private final OlderCopyDetector olderCopies;
    private final boolean secureOnly;
    /** Servers begin the list with another node for each text. */
    private final String application = RandomBytes.secure().uuid().toString();

    private final ReentrantLock asking = new ReentrantLock();
    private volatile boolean stale;
    private volatile long notBeforeNanos;
    private volatile long etag;
    private volatile long heardNanos;

    TopologyUpdater(
            ClusterSettings settings, HttpTransport transport, NodeSelector nodes, OlderCopyDetector olderCopies) {
        this.settings = settings;
        this.transport = transport;
        this.nodes = nodes;
        this.olderCopies = olderCopies;
        this.secureOnly = settings.urls().stream().allMatch(NodeUrl::isSecure);
        this.stale = settings.topologyUpdates();
        this.notBeforeNanos = settings.ticker().nanos();
        this.heardNanos = notBeforeNanos;
    }

    /** Returns {@code request} with the number of the known topology. */
    Request stamped(Request request) {
        return settings.topologyUpdates() ? request.header(Headers.TOPOLOGY_ETAG, "\"" + etag + "\"") : request;
    }

    /** Fetches the topology if it may have changed, unless another thread is fetching it. */
    void refreshIfStale() {
        if (!isDue() || !asking.tryLock()) {
            return;
        }
        try {
            if (isDue()) {
                notBeforeNanos = settings.ticker().nanos() + REST_NANOS;
                stale = !refresh();
            }
        } finally {
            asking.unlock();
        }
    }

    /**
     * Fetches the topology if no reply came for a second. It is asked before a request that must not be sent twice: the
     * node may have said meanwhile that it stops, and nobody knows what becomes of a request that meets the end of its
     * connection.
     */
    void refreshAfterSilence() {
        if (!settings.topologyUpdates() || !nodes.areSeveral() || !isSilent()) {
            return;
        }
        Turn.await(asking, "GET " + Routes.TOPOLOGY);
        try {
            if (isSilent()) {
                stale = !refresh();
                notBeforeNanos = settings.ticker().nanos() + REST_NANOS;
                heardNanos = settings.ticker().nanos();
            }
        } finally {
            asking.unlock();
        }
    }

    private boolean isSilent() {
        return settings.ticker().nanos() - heardNanos > SILENCE_NANOS_MAX;
    }

    private boolean isDue() {
        return stale && settings.ticker().nanos() - notBeforeNanos >= 0;
    }

    /** Marks the topology as stale if a reply says so. */
    void heed(Reply reply) {
        heardNanos = settings.ticker().nanos();
        if (settings.topologyUpdates()
                && reply.header(Headers.REFRESH_TOPOLOGY)
                        .filter("true"::equalsIgnoreCase)
                        .isPresent()) {
            notBeforeNanos = settings.ticker().nanos();
            stale = true;
        }
    }

    /** Marks the topology as stale because a node failed. */
    void doubt() {
        stale = settings.topologyUpdates();
    }

    private boolean refresh() {
        Request request = Request.get(RequestTarget.of(Routes.TOPOLOGY)
                .with(Parameters.NAME, settings.database())
                .with(Parameters.APPLICATION, application)
                .toString());
        long end = settings.ticker().nanos() + patienceNanos();
        for (URI node : nodes.inOrder()) {
            Optional<Topology> news = ask(node, request, end - settings.ticker().nanos());
            if (news.isPresent()) {
                nodes.prefer(news.get().nodes());
                news.get().life().ifPresent(olderCopies::hear);
                etag = news.get().etag();
                return true;
            }
        }
        return false;
    }

    /** The request waits for the fetch, so all nodes together get at most half of its time. */
    private long patienceNanos() {
        return Math.min(PATIENCE_NANOS_MAX, settings.deadline().toNanos() / 2);
    }

    private Optional<Topology> ask(URI node, Request request, long timeoutNanos) {
        long timeout = Math.min(settings.attemptTimeout().toNanos(), timeoutNanos);
        if (timeout <= 0) {
            return Optional.empty();
        }
        try {
            ExchangeOutcome outcome = transport.exchange(node, request, timeout);
            nodes.note(node, RetryPolicy.of(node, request, outcome));
            return outcome instanceof ExchangeOutcome.Answered answered
                            && answered.reply().status() == 200
                    ? Topology.read(answered.reply().body(), secureOnly)
                    : Optional.empty();
        } catch (InvalidReplyException noTopology) {
            return Optional.empty();
        }
    }
}
