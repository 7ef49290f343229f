package io.mintmark.lab.http;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Where a server answers, and how to speak TLS with it if it does.
 *
 * @param socket its host and port
 * @param tls opens connections that trust any certificate; empty for plain HTTP
 */
public record ServerAddress(InetSocketAddress socket, Optional<SSLContext> tls) {

    /** Returns the address in a URL, whose scheme says whether it speaks TLS. */
    public static ServerAddress of(URI url) {
        return new ServerAddress(
                new InetSocketAddress(url.getHost(), url.getPort()),
                url.getScheme().equals("https") ? Optional.of(TrustsAnybody.context()) : Optional.empty());
    }

    /** Returns the address of a server that speaks plain HTTP. */
    public static ServerAddress plain(InetSocketAddress socket) {
        return new ServerAddress(socket, Optional.empty());
    }
}
