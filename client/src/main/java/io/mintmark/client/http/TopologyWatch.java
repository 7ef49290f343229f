package io.mintmark.client.http;

import io.mintmark.client.exceptions.InvalidReplyException;
import io.mintmark.protocol.Headers;
import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.Routes;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps the order of nodes as the server has it: asks before the first request, when a reply says that there is news,
 * and when a node failed.
 *
 * <p>The thread whose request comes first asks; others go on with the nodes that are known. A topology that cannot be had
 * fails nobody's request and is asked for again ten seconds later. If it names the life of an older copy of
 * the database, the next reservation looks closer. Safe for any number of threads.
 */
final class TopologyWatch {
    private static final long REST_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long PATIENCE_NANOS_MAX = Duration.ofSeconds(5).toNanos();

    private final ClusterSettings settings;
    private final Wire wire;
    private final Nodes nodes;
    private final DatabaseLives lives;
    private final boolean secureOnly;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile boolean stale;
    private volatile long notBeforeNanos;
    private volatile long etag;

    TopologyWatch(ClusterSettings settings, Wire wire, Nodes nodes, DatabaseLives lives) {
        this.settings = settings;
        this.wire = wire;
        this.nodes = nodes;
        this.lives = lives;
        this.secureOnly = settings.urls().stream().allMatch(NodeUrl::isSecure);
        this.stale = settings.topologyUpdates();
        this.notBeforeNanos = settings.ticker().nanos();
    }

    /** Returns {@code request} with the number of the topology that is known. */
    Request stamped(Request request) {
        return settings.topologyUpdates() ? request.header(Headers.TOPOLOGY_ETAG, "\"" + etag + "\"") : request;
    }

    /** Asks for the topology if there may be news, and nobody else is asking. */
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

    private boolean isDue() {
        return stale && settings.ticker().nanos() - notBeforeNanos >= 0;
    }

    /** Takes note of what a reply says. */
    void heed(Reply reply) {
        if (settings.topologyUpdates()
                && reply.header(Headers.REFRESH_TOPOLOGY)
                        .filter("true"::equalsIgnoreCase)
                        .isPresent()) {
            notBeforeNanos = settings.ticker().nanos();
            stale = true;
        }
    }

    /** Takes note that a node failed, so that the order may have changed. */
    void doubt() {
        stale = settings.topologyUpdates();
    }

    private boolean refresh() {
        Request request = Request.get(Target.of(Routes.TOPOLOGY)
                .with(Parameters.NAME, settings.database())
                .toString());
        long end = settings.ticker().nanos() + patienceNanos();
        for (URI node : nodes.inOrder()) {
            Optional<Topology> news = ask(node, request, end - settings.ticker().nanos());
            if (news.isPresent()) {
                nodes.prefer(news.get().nodes());
                news.get().life().ifPresent(lives::hear);
                etag = news.get().etag();
                return true;
            }
        }
        return false;
    }

    /** All nodes together get no more than half of what a request may take: the request waits for it. */
    private long patienceNanos() {
        return Math.min(PATIENCE_NANOS_MAX, settings.deadline().toNanos() / 2);
    }

    private Optional<Topology> ask(URI node, Request request, long timeoutNanos) {
        long timeout = Math.min(settings.attemptTimeout().toNanos(), timeoutNanos);
        if (timeout <= 0) {
            return Optional.empty();
        }
        try {
            Outcome outcome = wire.exchange(node, request, timeout);
            nodes.note(node, Judge.of(node, request, outcome));
            return outcome instanceof Outcome.Answered answered
                            && answered.reply().status() == 200
                    ? Topology.read(answered.reply().body(), secureOnly)
                    : Optional.empty();
        } catch (InvalidReplyException noTopology) {
            return Optional.empty();
        }
    }
}
