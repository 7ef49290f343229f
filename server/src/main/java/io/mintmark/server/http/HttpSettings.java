package io.mintmark.server.http;

import java.util.Set;

/**
 * Where to listen, how large a request may be, and how much of everything there may be at once.
 *
 * @param host name or address to listen on
 * @param port port to listen on; 0 lets the system pick one
 * @param limits what one request may cost
 * @param load what all of them may cost together
 * @param vitalPaths paths that must be answered while everything else is shed, such as that of the metrics: they wait in
 *     a short queue of their own
 */
public record HttpSettings(String host, int port, HttpLimits limits, AdmissionLimits load, Set<String> vitalPaths) {

    /** Settings with the default load limits, where no path is more vital than another. */
    public HttpSettings(String host, int port, HttpLimits limits) {
        this(host, port, limits, AdmissionLimits.DEFAULT, Set.of());
    }
}
