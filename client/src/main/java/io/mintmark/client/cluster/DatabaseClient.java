package io.mintmark.client.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.client.exceptions.InvalidReplyException;
import io.mintmark.client.exceptions.RequestInterruptedException;
import io.mintmark.client.http.Reply;
import io.mintmark.client.http.Request;
import io.mintmark.client.http.RequestTarget;
import io.mintmark.client.json.JsonTrees;
import io.mintmark.protocol.Headers;
import io.mintmark.protocol.Routes;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests about one database and keeps its client configuration up to date.
 *
 * <p>Each request names the version of the configuration that the client has. If a reply asks for a fetch, the new one
 * is fetched before the caller gets that reply; if the fetch fails, the caller gets it all the same. Safe for any
 * number of threads; one of them fetches, the others go on with the configuration that they have.
 *
 * <p>A database that was made anew may have an older configuration, or none, of which no reply tells: it is fetched
 * when a range or the topology has shown another life.
 */
public final class DatabaseClient {
    private final Cluster cluster;
    private final Consumer<ClientConfiguration> whenChanged;
    private final ReentrantLock fetching = new ReentrantLock();
    private volatile ClientConfiguration configuration = ClientConfiguration.UNKNOWN;
    /** The id of the database when its configuration was fetched; empty if no server had named it yet. */
    private volatile Optional<String> configured = Optional.empty();
    /** Why the last fetch failed for which callers waited. */
    private volatile @Nullable RuntimeException failure;

    /** Reads the body of a reply. */
    public interface BodyReader<T> {
        /** Returns what the body says; throws {@link IOException} if it is not what was asked for. */
        T read(byte[] body) throws IOException;
    }

    /** Creates a client over {@code cluster} that tells {@code whenChanged} each new configuration. */
    public DatabaseClient(Cluster cluster, Consumer<ClientConfiguration> whenChanged) {
        this.cluster = cluster;
        this.whenChanged = whenChanged;
    }

    /** Starts the target of a request about the database. */
    public RequestTarget target(String route) {
        return RequestTarget.of(route, cluster.database());
    }

    /** Sends a request to the first node that answers, as {@link Cluster#send} does. */
    public Reply send(Request request) {
        return heeded(cluster.send(stamped(request)));
    }

    /** Sends a request to one node only. */
    public Reply sendTo(URI node, Request request) {
        return heeded(cluster.sendTo(node, stamped(request)));
    }

    private Reply heeded(Reply reply) {
        boolean asksFor = reply.header(Headers.REFRESH_CLIENT_CONFIGURATION).isPresent();
        if ((asksFor || isOfAFormerLife()) && fetching.tryLock()) {
            try {
                fetch();
            } catch (RuntimeException failed) {
                // The reply may tell of what is done and comes once: it must not be lost. The next one asks again.
            } finally {
                fetching.unlock();
            }
        }
        return reply;
    }

    private boolean isOfAFormerLife() {
        return configuration != ClientConfiguration.UNKNOWN
                && !configured.equals(cluster.olderCopies().newestId());
    }

    /** Begins a request to one node whose body is produced while it is sent. */
    public CompletableFuture<Reply> stream(URI node, Request request) {
        return cluster.stream(node, stamped(request));
    }

    /** Runs {@code task} after {@code seconds}, unless the store is closed by then. */
    public Future<?> later(long seconds, Runnable task) {
        return cluster.later(seconds, task);
    }

    private Request stamped(Request request) {
        long etag = configuration.etag();
        return etag < 0 ? request : request.header(Headers.CLIENT_CONFIGURATION_ETAG, "\"" + etag + "\"");
    }

    /** Sends a request and reads the reply's body. */
    public <T> T send(Request request, BodyReader<T> reader) {
        return read(send(request), reader);
    }

    /** Sends a request whose reply is a JSON object. */
    public JsonNode json(Request request) {
        return send(request, JsonTrees::read);
    }

    /** Reads the body of {@code reply}; throws {@link InvalidReplyException} if {@code reader} cannot. */
    public static <T> T read(Reply reply, BodyReader<T> reader) {
        try {
            return reader.read(reply.body());
        } catch (IOException e) {
            throw new InvalidReplyException(reply.node(), e.getMessage() == null ? "no JSON" : e.getMessage(), e);
        }
    }

    /** Returns the client configuration; fetches it once, and again only after the server said that it changed. */
    public ClientConfiguration configuration() {
        ClientConfiguration known = configuration;
        if (known != ClientConfiguration.UNKNOWN) {
            return known;
        }
        RuntimeException before = failure;
        Turn.await(fetching, "GET " + Routes.CLIENT_CONFIGURATION);
        try {
            if (configuration == ClientConfiguration.UNKNOWN) {
                requireNoFailureSince(before);
                fetchFirst();
            }
            return configuration;
        } finally {
            fetching.unlock();
        }
    }

    /** The callers that waited would wait as long once more, and one after the other. */
    private void requireNoFailureSince(@Nullable RuntimeException before) {
        RuntimeException last = failure;
        if (last != null && last != before) {
            throw last;
        }
    }

    private void fetchFirst() {
        try {
            fetch();
        } catch (RequestInterruptedException ofThisCaller) {
            throw ofThisCaller;
        } catch (RuntimeException e) {
            failure = e;
            throw e;
        }
    }

    private void fetch() {
        Optional<String> present = cluster.olderCopies().newestId();
        Reply reply =
                cluster.send(Request.get(target(Routes.CLIENT_CONFIGURATION).toString()));
        ClientConfiguration fetched = reply.status() == 404 || reply.body().length == 0
                ? ClientConfiguration.NONE
                : ClientConfiguration.of(read(reply, JsonTrees::read));
        if (fetched.etag() > configuration.etag() || !present.equals(configured)) {
            configuration = fetched;
            configured = present;
            whenChanged.accept(fetched);
        }
    }
}
