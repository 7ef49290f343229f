package io.mintmark.server.jetty;

import io.mintmark.server.admission.AdmissionLimits;
import java.util.Optional;
import java.util.Set;

/**
 * Says where to listen, how large a request may be, and how much of everything there may be at once.
 *
 * @param host name or address to listen on
 * @param port port to listen on; 0 lets the system pick one
 * @param limits what one request may cost
 * @param load what all of them may cost together
 * @param vitalPaths paths that must be answered while everything else is shed, such as that of the metrics: they wait
 *     in a short queue of their own
 * @param tls how to speak TLS, and nothing else; empty for plain HTTP
 */
public record HttpSettings(
        String host,
        int port,
        HttpLimits limits,
        AdmissionLimits load,
        Set<String> vitalPaths,
        Optional<TlsFront> tls) {

    /** Speaks plain HTTP. */
    public HttpSettings(String host, int port, HttpLimits limits, AdmissionLimits load, Set<String> vitalPaths) {
        this(host, port, limits, load, vitalPaths, Optional.empty());
    }
}
