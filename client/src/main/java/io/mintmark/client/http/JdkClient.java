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
 * One of the JDK's HTTP clients; its threads and connections end when it is closed.
 *
 * <p>Each request holds a thread of ours while it is under way, because the JDK's {@code sendAsync} hands every reply
 * to the common pool, whose threads outlive the client. Safe for any number of threads.
 */
final class JdkClient implements AutoCloseable {
    private final ClientThreads threads = new ClientThreads();
    private final HttpClient client;
    private final @Nullable Thread selector;

    /** Opens a client that waits {@code connectTimeout} for a connection and uses {@code tls}, if given. */
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
     * Sends a request on a thread of its own. The reply goes to {@code body}, the lack of one to {@code failed}.
     * Cancelling the future ends the exchange.
     *
     * @throws RejectedExecutionException if this is closed
     */
    Future<?> send(HttpRequest request, BodyHandler<byte[]> body, Consumer<Throwable> failed) {
        return threads.workers().submit(() -> {
            try {
                Object ignored = client.send(request, body);
            } catch (Throwable failure) { // an Error too: a caller waits
                failed.accept(failure);
            }
        });
    }

    /** Runs {@code task} after {@code seconds}, unless this is closed by then. */
    Future<?> later(long seconds, Runnable task) {
        return threads.later(seconds, task);
    }

    /** Ends connections and threads; returns when they are gone, or after a second if one of them is still at work. */
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
