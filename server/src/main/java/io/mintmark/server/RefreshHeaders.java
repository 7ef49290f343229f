package io.mintmark.server;

import io.mintmark.protocol.Headers;
import io.mintmark.server.databases.Databases;
import io.mintmark.server.databases.TopologyEndpoints;
import io.mintmark.server.http.Finisher;
import io.mintmark.server.http.Reply;
import io.mintmark.server.http.Request;
import java.util.Optional;
import java.util.regex.Pattern;

/** Asks a client that shows an old number to fetch its topology or configuration again. */
final class RefreshHeaders implements Finisher {
    private static final String DATABASES = "/databases/";
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");

    private final Databases databases;

    RefreshHeaders(Databases databases) {
        this.databases = databases;
    }

    @Override
    public Reply finish(Request request, Reply reply) {
        Reply finished = reply;
        if (isOlder(request, Headers.TOPOLOGY_ETAG, TopologyEndpoints.TOPOLOGY_ETAG)) {
            finished = finished.header(Headers.REFRESH_TOPOLOGY, "true");
        }
        Optional<String> database = database(request.path());
        if (database.isPresent()
                && isOlder(
                        request,
                        Headers.CLIENT_CONFIGURATION_ETAG,
                        databases.clientConfigurationEtag(database.get()))) {
            finished = finished.header(Headers.REFRESH_CLIENT_CONFIGURATION, "true");
        }
        return finished;
    }

    private static Optional<String> database(String path) {
        if (!path.regionMatches(true, 0, DATABASES, 0, DATABASES.length())) {
            return Optional.empty();
        }
        int end = path.indexOf('/', DATABASES.length());
        return end < 0 ? Optional.empty() : Optional.of(path.substring(DATABASES.length(), end));
    }

    /** Java's client quotes the number, Node's does not, and some send a word before they have one. */
    private static boolean isOlder(Request request, String header, long current) {
        return request.header(header)
                .map(value -> value.replace("\"", ""))
                .filter(value -> NUMBER.matcher(value).matches())
                .filter(value -> Long.parseLong(value) < current)
                .isPresent();
    }
}
