package io.mintmark.server;

import io.mintmark.web.tls.ServerCertificate;
import java.net.URI;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The names by which clients call a server, as its settings say, and the certificate that should have them. */
final class PublicNames {
    private static final Logger LOG = LoggerFactory.getLogger(PublicNames.class);

    private PublicNames() {}

    /** Opens the certificate of a server that speaks TLS; one that is renewed must not lose any of the names. */
    static Optional<ServerCertificate> certificate(ServerSettings settings, InstantSource clock) {
        Optional<ServerCertificate> opened =
                settings.tls().map(tls -> ServerCertificate.open(tls.files(), clock, of(settings)));
        opened.ifPresent(shown -> warnIfMissing(settings, shown));
        return opened;
    }

    private static Collection<String> of(ServerSettings settings) {
        Collection<String> names = new TreeSet<>(settings.allowedHosts());
        settings.publicUrl().map(URI::getHost).ifPresent(names::add);
        return names;
    }

    /** No more than a warning: where a proxy in front speaks TLS as well, the name is the proxy's. */
    private static void warnIfMissing(ServerSettings settings, ServerCertificate shown) {
        settings.publicUrl()
                .filter(url -> url.getHost() != null && !shown.isFor(url.getHost()))
                .ifPresent(url -> LOG.warn(
                        "The server's certificate is not made for the host of --public-url {}: clients that are told this URL"
                                + " refuse it, unless a proxy answers them. Have it made with that name.",
                        url));
    }
}
