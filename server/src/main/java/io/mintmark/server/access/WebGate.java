package io.mintmark.server.access;

import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.server.http.ApiException;
import io.mintmark.server.http.Gate;
import io.mintmark.server.http.Request;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Keeps out what foreign web pages do through their visitors' browsers. Immutable.
 *
 * <p><b>By a name of their own.</b> A page could point its own name at a loopback address (DNS rebinding) and read and write
 * here, so a request must call this server by a name that it knows. Addresses cannot be rebound, only names can; so a server
 * bound to all addresses accepts any address, and no name that it was not told.
 *
 * <p><b>By a request that changes something, or opens a WebSocket.</b> Browsers tell where it comes from: {@code Sec-Fetch-Site}
 * to servers on loopback and over TLS, {@code Origin} with every WebSocket and every method but GET and HEAD. (Fetch Metadata
 * Request Headers, W3C; RFC 6454.) Programs send neither, and pass. Another port of the same host may serve another site's page.
 */
public final class WebGate implements Gate {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final String SITE = "Sec-Fetch-Site";
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final Set<String> hosts;
    private final boolean anyAddress;
    private final @Nullable String publicAuthority;

    /**
     * Creates the gate of a server whose pages come from the host they were asked of, or from {@code publicUrl}.
     *
     * @param boundHost the name or address that the server listens on
     * @param publicUrl the URL that clients are told, if set
     * @param allowedHosts further names
     */
    public WebGate(String boundHost, Optional<URI> publicUrl, Set<String> allowedHosts) {
        hosts = new TreeSet<>(LOOPBACK);
        hosts.add(bracketed(boundHost.toLowerCase(Locale.ROOT)));
        publicUrl.map(URI::getHost).ifPresent(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
        allowedHosts.forEach(host -> hosts.add(bracketed(host.toLowerCase(Locale.ROOT))));
        anyAddress = boundHost.equals("0.0.0.0") || boundHost.equals("::");
        publicAuthority = publicUrl.map(WebGate::authority).orElse(null);
    }

    private static String bracketed(String host) {
        return host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host;
    }

    @Override
    public void check(Request request, boolean changes) {
        requireKnown(withoutPort(request.host()));
        if (changes || request.header("Upgrade").isPresent()) {
            request.header(SITE).ifPresent(WebGate::requireOwnSite);
            request.header("Origin").ifPresent(origin -> requireOwnOrigin(origin, request.host()));
        }
    }

    private void requireKnown(String host) {
        if (!hosts.contains(host) && !(anyAddress && isAddress(host))) {
            throw new ApiException(
                    ErrorType.FORBIDDEN,
                    "This server does not answer to the host '" + Printable.brief(host)
                            + "': call it by its address, or start it with --allowed-hosts " + Printable.brief(host)
                            + ".");
        }
    }

    /**
     * No top-level domain is a number, so a host that ends with a digit is an address (or nothing a browser can reach).
     */
    private static boolean isAddress(String host) {
        return host.startsWith("[") || (!host.isEmpty() && Character.digit(host.charAt(host.length() - 1), 10) >= 0);
    }

    private static String withoutPort(String authority) {
        String host = authority.toLowerCase(Locale.ROOT);
        int colon = host.lastIndexOf(':');
        return colon > host.lastIndexOf(']') && colon >= 0 ? host.substring(0, colon) : host;
    }

    private static void requireOwnSite(String site) {
        if (!OWN_SITES.contains(site)) {
            throw refusal(
                    "This request comes from a web page of another site (" + SITE + ": " + Printable.brief(site) + ")");
        }
    }

    private void requireOwnOrigin(String origin, String host) {
        String authority = authority(origin);
        if (authority == null || !(authority.equalsIgnoreCase(host) || authority.equals(publicAuthority))) {
            throw refusal("This request comes from a web page of the origin '" + Printable.brief(origin) + "'");
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
