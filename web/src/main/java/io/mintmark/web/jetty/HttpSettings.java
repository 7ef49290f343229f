package io.mintmark.web.jetty;

import io.mintmark.support.limits.Limits;
import java.util.Optional;
import java.util.Set;

/**
 * Says where to listen, how large a request may be, and how much of everything there may be at once.
 *
 * @param host name or address to listen on
 * @param port port to listen on; 0 lets the system pick one
 * @param limits what one request may cost, and what all of them may cost together
 * @param vitalPaths paths that must be answered while everything else is shed, such as that of the metrics: they wait
 *     in a short queue of their own
 * @param tls how to speak TLS, and nothing else; empty for plain HTTP
 */
public record HttpSettings(String host, int port, Limits limits, Set<String> vitalPaths, Optional<TlsFront> tls) {

    /** Speaks plain HTTP. */
    public HttpSettings(String host, int port, Limits limits, Set<String> vitalPaths) {
        this(host, port, limits, vitalPaths, Optional.empty());
    }
}
