package io.mintmark.client.http;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * One of the JDK's HTTP clients with all of its threads and connections, which end when it is closed.
 *
 * <p>Each request holds a thread of ours while it is under way. The JDK's own way of sending without waiting hands every
 * reply over to the common pool, whose threads outlive the client. Safe for any number of threads.
 */
final class JdkClient implements AutoCloseable {
    private final ClientThreads threads = new ClientThreads();
    private final HttpClient client;
    private final @Nullable Thread selector;

    /** Opens one that waits so long for a connection, and trusts and shows what {@code tls} says. */
    JdkClient(Duration connectTimeout, Optional<SSLContext> tls) {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connectTimeout)
                .executor(threads.workers());
        tls.ifPresent(builder::sslContext);
        this.client = builder.build();
        this.selector = client instanceof AutoCloseable ? null : SelectorThread.of(client);
    }

    /**
     * Sends a request on a thread of its own and tells {@code failed} if there is no reply; the reply is {@code body}'s to
     * tell. Cancelling the future ends the exchange.
     *
     * @throws RejectedExecutionException if this is closed
     */
    Future<?> send(HttpRequest request, BodyHandler<byte[]> body, Consumer<Throwable> failed) {
        return threads.workers().submit(() -> {
            try {
                Object ignored = client.send(request, body);
            } catch (Throwable failure) { // an Error too: somebody waits
                failed.accept(failure);
            }
        });
    }

    /** Runs {@code task} after so many seconds; not any more once this is closed. */
    Future<?> later(long seconds, Runnable task) {
        return threads.later(seconds, task);
    }

    /** Ends connections and threads; returns when they are gone, or a second later if one of them is still at work. */
    @Override
    public void close() {
        if (client instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception e) {
                throw new IllegalStateException("the JDK's client does not fail to close", e);
            }
        } else if (selector != null) {
            SelectorThread.end(selector);
        }
        threads.end();
    }
}
