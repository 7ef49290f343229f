package io.mintmark.server;

import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Headers;
import io.mintmark.server.databases.Databases;
import io.mintmark.server.http.Reply;
import io.mintmark.server.http.ReplyFilter;
import io.mintmark.server.http.Request;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Asks a client that shows an old number to fetch its topology or configuration again.
 *
 * <p>A reply to a request that was not admitted says nothing, because it would tell of databases to somebody who may not know
 * of them.
 */
final class RefreshHeaders implements ReplyFilter {
    private static final int FORBIDDEN = ErrorType.FORBIDDEN.status();

    /** Newer than every number. */
    private static final long NOTHING_SHOWN = Long.MAX_VALUE;

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");

    private final Databases databases;

    RefreshHeaders(Databases databases) {
        this.databases = databases;
    }

    @Override
    public Reply filter(Request request, Reply reply) {
        Optional<String> admitted = request.admittedTo();
        if (admitted.isEmpty() || reply.status() == FORBIDDEN) {
            return reply;
        }
        String database = admitted.get();
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
