package io.mintmark.server;

import io.mintmark.internal.Sleeper;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Headers;
import io.mintmark.protocol.Routes;
import io.mintmark.server.databases.Databases;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.ReplyFilter;
import io.mintmark.web.http.Request;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * Asks a client that shows an old number to fetch its topology or configuration again, by RavenDB's rules: a request to
 * a database shows the numbers of that database, and one to the server itself that of the cluster.
 *
 * <p>A topology never asks for another one. RavenDB's clients obey before they have read the reply: Go's would wait for
 * itself, and PHP's would ask until its memory ends. A configuration asks for no other one likewise.
 *
 * <p>A reply to a request that nobody judged says nothing, because it would tell of databases to somebody who may not
 * know of them: one that was refused, or that strangers may send.
 *
 * <p>Clients fetch at once, from the node that asked them to, and take the call that was answered for failed where that
 * fails (RavenDB's for Java and for Node). So a node asks nobody any more shortly before it stops.
 */
final class RefreshHeaders implements ReplyFilter {
    private static final int FORBIDDEN = ErrorType.FORBIDDEN.status();
    private static final int MISSING = ErrorType.DATABASE_MISSING.status();

    /** Newer than every number. */
    private static final long NOTHING_SHOWN = Long.MAX_VALUE;

    /** Within such a time a client has fetched what it was asked to. */
    private static final long FETCHED_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final Set<String> TOPOLOGIES = Set.of("GET " + Routes.TOPOLOGY, "GET " + Routes.CLUSTER_TOPOLOGY);

    private static final String CONFIGURATION = "GET " + Routes.CLIENT_CONFIGURATION;

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");

    private final Databases databases;
    private volatile boolean silent;

    RefreshHeaders(Databases databases) {
        this.databases = databases;
    }

    /**
     * Asks nobody any more; where there are other nodes to go to, returns when those have fetched that were asked
     * before.
     */
    void fallSilent() {
        silent = true;
        if (!databases.hasPeers()) {
            return;
        }
        try {
            Sleeper.SYSTEM.sleep(FETCHED_NANOS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Reply filter(Request request, Reply reply) {
        Optional<String> authorized = request.authorizedFor();
        if (silent || authorized.isEmpty() || reply.status() == FORBIDDEN || TOPOLOGIES.contains(request.route())) {
            return reply;
        }
        String database = authorized.get();
        return database.isEmpty() ? ofServer(request, reply) : ofDatabase(request, reply, database);
    }

    private Reply ofServer(Request request, Reply reply) {
        return withTopology(
                reply, shown(request, Headers.CLUSTER_TOPOLOGY_ETAG, NOTHING_SHOWN), databases::topologyEtag);
    }

    private Reply ofDatabase(Request request, Reply reply, String database) {
        if (reply.status() == MISSING && reply.headers().containsKey(Headers.DATABASE_MISSING)) {
            return reply;
        }
        Reply filtered = withTopology(
                reply, shown(request, Headers.TOPOLOGY_ETAG, NOTHING_SHOWN), () -> databases.topologyEtag(database));
        if (request.route().equals(CONFIGURATION)) {
            return filtered;
        }
        // Python's client says "None" until it has been told of a configuration, and this is the only way to tell it.
        long shown = shown(request, Headers.CLIENT_CONFIGURATION_ETAG, 0);
        boolean old = shown < NOTHING_SHOWN && shown < databases.clientConfigurationEtag(database);
        return old ? filtered.header(Headers.REFRESH_CLIENT_CONFIGURATION, "true") : filtered;
    }

    private static Reply withTopology(Reply reply, long shown, LongSupplier inForce) {
        boolean old = shown < NOTHING_SHOWN && shown < inForce.getAsLong();
        return old ? reply.header(Headers.REFRESH_TOPOLOGY, "true") : reply;
    }

    /** Java's client quotes the number, Node's does not, and some send a word, or nothing, before they have one. */
    private static long shown(Request request, String header, long ofAWord) {
        Optional<String> shown = request.header(header);
        if (shown.isEmpty()) {
            return NOTHING_SHOWN;
        }
        String value = shown.get();
        String bare = value.indexOf('"') < 0 ? value : value.replace("\"", "");
        if (bare.isBlank()) {
            return NOTHING_SHOWN;
        }
        return NUMBER.matcher(bare).matches() ? Long.parseLong(bare) : ofAWord;
    }
}
