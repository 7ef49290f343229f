package io.mintmark.client.http;

import java.lang.ref.WeakReference;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The JDK's HTTP clients, each with a thread and the connections that it keeps open for twenty minutes.
 *
 * <p>Since 21 one is closed with what it belongs to, so everybody gets their own. Before, nothing but the garbage collector
 * ends one, and a program that opens and closes stores quickly would run the server out of connections: there a client is
 * used again by whoever asks for one like it, for as long as somebody does or until it is collected. Safe for any number
 * of threads.
 */
final class JdkClients {
    private static final boolean CAN_BE_CLOSED = AutoCloseable.class.isAssignableFrom(HttpClient.class);
    private static final Map<Kind, WeakReference<HttpClient>> IN_USE = new HashMap<>();

    /** What clients differ in. */
    private record Kind(Duration connectTimeout, Optional<SSLContext> tls) {
        HttpClient open() {
            HttpClient.Builder builder = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .connectTimeout(connectTimeout);
            tls.ifPresent(builder::sslContext);
            return builder.build();
        }
    }

    private JdkClients() {}

    /** Returns a client that waits so long for a connection, and trusts and shows what {@code tls} says. */
    static HttpClient of(Duration connectTimeout, Optional<SSLContext> tls) {
        Kind kind = new Kind(connectTimeout, tls);
        return CAN_BE_CLOSED ? kind.open() : shared(kind);
    }

    private static synchronized HttpClient shared(Kind kind) {
        IN_USE.values().removeIf(known -> known.refersTo(null));
        WeakReference<HttpClient> known = IN_USE.get(kind);
        HttpClient client = known == null ? null : known.get();
        if (client == null) {
            client = kind.open();
            IN_USE.put(kind, new WeakReference<>(client));
        }
        return client;
    }

    /** Ends a client's threads and connections, where the JDK can. */
    static void close(HttpClient client) {
        if (client instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception e) {
                throw new IllegalStateException("the JDK's client does not fail to close", e);
            }
        }
    }
}
