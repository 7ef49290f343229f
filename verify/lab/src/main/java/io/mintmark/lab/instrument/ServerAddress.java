package io.mintmark.lab.instrument;

import java.net.InetSocketAddress;
import java.net.URI;
import java.security.KeyStore;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Where a server answers, how to speak TLS with it if it does, and how to say who calls.
 *
 * @param socket its host and port
 * @param tls opens connections that trust any certificate, and perhaps show one; empty for plain HTTP
 * @param authorization header lines of each request that say who calls; empty if the connection does, or nobody asks
 */
public record ServerAddress(InetSocketAddress socket, Optional<SSLContext> tls, String authorization) {

    /** Returns the address in a URL, whose scheme says whether it speaks TLS. */
    public static ServerAddress of(URI url) {
        return new ServerAddress(
                new InetSocketAddress(url.getHost(), url.getPort()),
                url.getScheme().equals("https") ? Optional.of(TrustsAnybody.context()) : Optional.empty(),
                "");
    }

    /** Returns the address of a server that speaks plain HTTP. */
    public static ServerAddress plain(InetSocketAddress socket) {
        return new ServerAddress(socket, Optional.empty(), "");
    }

    /** Returns the same for a caller with a bearer token. */
    public ServerAddress withToken(String token) {
        return new ServerAddress(socket, tls, "Authorization: Bearer " + token + "\r\n");
    }

    /** Returns the same for a caller who shows a certificate of its own. */
    public ServerAddress withCertificate(KeyStore own, char[] password) {
        return new ServerAddress(socket, Optional.of(TrustsAnybody.context(own, password)), "");
    }
}
