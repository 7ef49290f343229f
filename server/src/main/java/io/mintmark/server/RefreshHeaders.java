package io.mintmark.server;

import io.mintmark.internal.Sleeper;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Headers;
import io.mintmark.server.databases.Databases;
import io.mintmark.server.http.Reply;
import io.mintmark.server.http.ReplyFilter;
import io.mintmark.server.http.Request;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Asks a client that shows an old number to fetch its topology or configuration again.
 *
 * <p>A reply to a request that was not authorized says nothing, because it would tell of databases to somebody who may not know
 * of them.
 *
 * <p>Clients fetch at once, from the node that asked them to, and take the call that was answered for failed where that fails
 * (RavenDB's for Java and for Node). So a node asks nobody any more shortly before it stops.
 */
final class RefreshHeaders implements ReplyFilter {
    private static final int FORBIDDEN = ErrorType.FORBIDDEN.status();

    /** Newer than every number. */
    private static final long NOTHING_SHOWN = Long.MAX_VALUE;

    /** Within such a time a client has fetched what it was asked to. */
    private static final long FETCHED_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");

    private final Databases databases;
    private volatile boolean silent;

    RefreshHeaders(Databases databases) {
        this.databases = databases;
    }

    /** Asks nobody any more; where there are other nodes to go to, returns when those have fetched that were asked before. */
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
        if (silent || authorized.isEmpty() || reply.status() == FORBIDDEN) {
            return reply;
        }
        String database = authorized.get();
        Reply filtered = reply;
        long topology = shown(request, Headers.TOPOLOGY_ETAG, NOTHING_SHOWN);
        if (topology < NOTHING_SHOWN && topology < topologyInForce(database)) {
            filtered = filtered.header(Headers.REFRESH_TOPOLOGY, "true");
        }
        // Python's client says "None" until it has been told of a configuration, and this is the only way to tell it.
        long configuration = shown(request, Headers.CLIENT_CONFIGURATION_ETAG, 0);
        if (configuration < NOTHING_SHOWN && configuration < configurationInForce(database)) {
            filtered = filtered.header(Headers.REFRESH_CLIENT_CONFIGURATION, "true");
        }
        return filtered;
    }

    private long topologyInForce(String database) {
        return database.isEmpty() ? databases.topologyEtag() : databases.topologyEtag(database);
    }

    /** Only a database has a configuration to be fetched. */
    private long configurationInForce(String database) {
        return database.isEmpty() ? Long.MIN_VALUE : databases.clientConfigurationEtag(database);
    }

    /** Java's client quotes the number, Node's does not, and some send a word before they have one. */
    private static long shown(Request request, String header, long ofAWord) {
        Optional<String> shown = request.header(header);
        if (shown.isEmpty()) {
            return NOTHING_SHOWN;
        }
        String value = shown.get();
        String bare = value.indexOf('"') < 0 ? value : value.replace("\"", "");
        return NUMBER.matcher(bare).matches() ? Long.parseLong(bare) : ofAWord;
    }
}
