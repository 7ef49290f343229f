package io.mintmark.web.http;

import io.mintmark.support.Party;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Brings a request: its head as the client sent it, and the resources that its answer may take. Used by one thread at
 * a time, but for {@link #keepInMemory} and {@link #hasLeft}.
 */
public interface Transport {
    /** Returns the method, as sent. */
    String method();

    /** Returns path and query exactly as sent. */
    String target();

    /** Returns the first header field of that {@code name}, which compares without case. */
    Optional<String> header(String name);

    /**
     * Returns whether {@code accept}, which an {@code Accept} says, likes the media type {@code type} better than
     * {@code other}.
     */
    boolean prefers(String accept, String type, String other);

    /** Returns the address of the client, without its port; empty if it has none. */
    String remoteAddress();

    /** Returns whether the request came over TLS. */
    boolean isSecure();

    /**
     * Returns the certificate whose key the client proved to have when it connected; empty without TLS, and for a
     * client that showed none. Nobody vouches for anything that stands in it.
     */
    Optional<X509Certificate> clientCertificate();

    /**
     * Returns the connection's only {@code T}, made by {@code make} for the first request that asks: facts about a
     * client that need not be found again for each of its requests.
     */
    <T> T ofConnection(Class<T> type, Supplier<? extends T> make);

    /** Returns for whom the request is answered; it lets another request compute before it waits. */
    Party party();

    /**
     * Accounts for {@code bytes} more of memory until the reply is sent, or refuses; a negative number gives back
     * early.
     */
    void keepInMemory(long bytes);

    /**
     * Returns whether the client has gone away, or has ended its side of the connection; false as long as nobody knows.
     * Any thread may ask, while the request waits for something; it costs a call of the system.
     */
    default boolean hasLeft() {
        return false;
    }
}
