package io.mintmark.server.access;

import io.mintmark.protocol.ErrorType;
import io.mintmark.server.http.ApiException;
import io.mintmark.server.http.Gate;
import io.mintmark.server.http.Request;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps out requests that a foreign web page makes through its visitor's browser, if they change something or open a
 * WebSocket. Immutable.
 *
 * <p>Browsers tell where a request comes from: {@code Sec-Fetch-Site} to servers on loopback and over TLS, {@code
 * Origin} with every WebSocket and every method but GET and HEAD. (Fetch Metadata Request Headers, W3C; RFC 6454.)
 * Programs send neither, and pass. Another port of the same host may serve another site's page.
 */
public final class OriginGate implements Gate {
    private static final String SITE = "Sec-Fetch-Site";
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final @Nullable String publicAuthority;

    /** Creates a gate for a server whose pages come from the host they were asked of, or from {@code publicUrl}. */
    public OriginGate(Optional<URI> publicUrl) {
        this.publicAuthority = publicUrl.map(OriginGate::authority).orElse(null);
    }

    @Override
    public void check(Request request, boolean changes) {
        if (changes || request.header("Upgrade").isPresent()) {
            request.header(SITE).ifPresent(OriginGate::requireOwnSite);
            request.header("Origin").ifPresent(origin -> requireOwnOrigin(origin, request.host()));
        }
    }

    private static void requireOwnSite(String site) {
        if (!OWN_SITES.contains(site)) {
            throw refusal(
                    "This request comes from a web page of another site (" + SITE + ": " + HostGate.shown(site) + ")");
        }
    }

    private void requireOwnOrigin(String origin, String host) {
        String authority = authority(origin);
        if (authority == null || !(authority.equalsIgnoreCase(host) || authority.equals(publicAuthority))) {
            throw refusal("This request comes from a web page of the origin '" + HostGate.shown(origin) + "'");
        }
    }

    private static ApiException refusal(String what) {
        return new ApiException(
                ErrorType.FORBIDDEN,
                what + ": only pages of this server itself may change something here. Behind a proxy, start the server"
                        + " with the --public-url that browsers show.");
    }

    private static @Nullable String authority(String origin) {
        try {
            return authority(URI.create(origin));
        } catch (IllegalArgumentException noUrl) {
            return null;
        }
    }

    /** Returns host and port as browsers write them in an origin: without the scheme's own port. */
    private static @Nullable String authority(URI url) {
        if (url.getHost() == null || url.getScheme() == null) {
            return null;
        }
        boolean usual = url.getPort() == -1 || url.getPort() == (url.getScheme().equalsIgnoreCase("https") ? 443 : 80);
        return url.getHost().toLowerCase(Locale.ROOT) + (usual ? "" : ":" + url.getPort());
    }
}
