package io.mintmark.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.client.cluster.Cluster;
import io.mintmark.client.exceptions.InvalidReplyException;
import io.mintmark.client.http.Reply;
import io.mintmark.client.http.Request;
import io.mintmark.client.http.RequestTarget;
import io.mintmark.client.json.Trees;
import io.mintmark.protocol.Headers;
import io.mintmark.protocol.Routes;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Requests about one database: each tells the server how old our copy of its client configuration is, and heeds a reply
 * that asks to fetch it again, before the caller gets that reply.
 *
 * <p>Safe for any number of threads; one of them fetches, the others go on with what they have.
 */
final class DatabaseClient {
    private final Cluster cluster;
    private final Consumer<ClientConfiguration> whenChanged;
    private final ReentrantLock fetching = new ReentrantLock();
    private volatile ClientConfiguration configuration = ClientConfiguration.UNKNOWN;

    /** How the body of a reply is read; throws {@link IOException} if it is not what was asked for. */
    interface Reading<T> {
        T read(byte[] body) throws IOException;
    }

    /** Creates a client over {@code cluster} that tells {@code whenChanged} each new configuration. */
    DatabaseClient(Cluster cluster, Consumer<ClientConfiguration> whenChanged) {
        this.cluster = cluster;
        this.whenChanged = whenChanged;
    }

    /** Starts the path of a request about the database. */
    RequestTarget target(String route) {
        return RequestTarget.of(route, cluster.database());
    }

    /** Sends a request to whichever node answers, as {@link Cluster#send} does. */
    Reply send(Request request) {
        return heeded(cluster.send(stamped(request)));
    }

    /** Sends a request to one node only. */
    Reply sendTo(URI node, Request request) {
        return heeded(cluster.sendTo(node, stamped(request)));
    }

    private Reply heeded(Reply reply) {
        if (reply.header(Headers.REFRESH_CLIENT_CONFIGURATION).isPresent() && fetching.tryLock()) {
            try {
                fetch();
            } finally {
                fetching.unlock();
            }
        }
        return reply;
    }

    /** Begins a request to one node whose body is made while it is sent. */
    CompletableFuture<Reply> stream(URI node, Request request) {
        return cluster.stream(node, stamped(request));
    }

    /** Runs {@code task} after so many seconds, unless the store is closed by then. */
    Future<?> later(long seconds, Runnable task) {
        return cluster.later(seconds, task);
    }

    private Request stamped(Request request) {
        long etag = configuration.etag();
        return etag < 0 ? request : request.header(Headers.CLIENT_CONFIGURATION_ETAG, "\"" + etag + "\"");
    }

    /** Sends a request and reads the reply's body. */
    <T> T send(Request request, Reading<T> reading) {
        return read(send(request), reading);
    }

    /** Sends a request whose reply is an object of JSON. */
    JsonNode json(Request request) {
        return send(request, Trees::read);
    }

    static <T> T read(Reply reply, Reading<T> reading) {
        try {
            return reading.read(reply.body());
        } catch (IOException e) {
            throw new InvalidReplyException(reply.node(), e.getMessage() == null ? "no JSON" : e.getMessage(), e);
        }
    }

    /** Returns what the server tells its clients; asks it once, and again only when it says that something changed. */
    ClientConfiguration configuration() {
        ClientConfiguration known = configuration;
        if (known != ClientConfiguration.UNKNOWN) {
            return known;
        }
        fetching.lock();
        try {
            if (configuration == ClientConfiguration.UNKNOWN) {
                fetch();
            }
            return configuration;
        } finally {
            fetching.unlock();
        }
    }

    private void fetch() {
        Reply reply =
                cluster.send(Request.get(target(Routes.CLIENT_CONFIGURATION).toString()));
        ClientConfiguration fetched = reply.status() == 404 || reply.body().length == 0
                ? ClientConfiguration.NONE
                : ClientConfiguration.of(read(reply, Trees::read));
        if (fetched.etag() > configuration.etag()) {
            configuration = fetched;
            whenChanged.accept(fetched);
        }
    }
}
