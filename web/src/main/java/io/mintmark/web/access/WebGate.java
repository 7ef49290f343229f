package io.mintmark.web.access;

import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Gate;
import io.mintmark.web.http.Request;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Keeps out what foreign web pages do through their visitors' browsers. Immutable.
 *
 * <p><b>By a name of their own.</b> A page could point its own name at a loopback address (DNS rebinding) and read and
 * write here, so a request must call this server by a name that it knows. Addresses cannot be rebound, only names can;
 * so a server bound to all addresses accepts any {@linkplain HostAddress address}, and no name that it was not told.
 *
 * <p><b>By a request that changes something, or opens a WebSocket.</b> Browsers tell where it comes from:
 * {@code Sec-Fetch-Site} to servers on loopback and over TLS, {@code Origin} with every WebSocket and every method but
 * GET and HEAD. (Fetch Metadata Request Headers, W3C; RFC 6454.) Programs send neither, and pass. Another port or
 * scheme of the same host may serve another site's page. Behind a proxy that speaks TLS the server cannot see the
 * scheme, so it must be told the public URL; it believes no X-Forwarded-Proto, which anybody may send.
 */
public final class WebGate implements Gate {
    /** What browsers on the server's own machine call it by. */
    static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private static final String SITE = "Sec-Fetch-Site";
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final Set<String> hosts;
    private final boolean anyAddress;
    private final Optional<WebOrigin> publicOrigin;

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
        anyAddress = isEveryAddress(boundHost);
        publicOrigin = publicUrl.flatMap(WebOrigin::of);
    }

    /** Returns whether a server bound to {@code host}, such as 0.0.0.0 or ::, listens on all addresses. */
    private static boolean isEveryAddress(String host) {
        try {
            return InetAddress.getByName(host).isAnyLocalAddress();
        } catch (UnknownHostException e) {
            // Nothing listens there, as starting will tell.
            return false;
        }
    }

    private static String bracketed(String host) {
        return host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host;
    }

    @Override
    public void check(Request request, boolean changes) {
        requireKnown(withoutPort(request.host()));
        if (changes || request.header("Upgrade").isPresent()) {
            request.header(SITE).ifPresent(WebGate::requireOwnSite);
            request.header("Origin").ifPresent(origin -> requireOwnOrigin(origin, request));
        }
    }

    private void requireKnown(String host) {
        if (!hosts.contains(host) && !(anyAddress && HostAddress.is(host))) {
            throw new ApiException(
                    ErrorType.FORBIDDEN,
                    "This server does not answer to the host '" + Printable.brief(host)
                            + "': call it by its address, or start it with --allowed-hosts " + Printable.brief(host)
                            + ".");
        }
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

    private void requireOwnOrigin(String text, Request request) {
        Optional<WebOrigin> origin = WebOrigin.of(text);
        if (origin.isEmpty() || !(origin.equals(called(request)) || origin.equals(publicOrigin))) {
            throw refusal("This request comes from a web page of the origin '" + Printable.brief(text) + "'");
        }
    }

    private static Optional<WebOrigin> called(Request request) {
        return WebOrigin.of(request.scheme() + "://" + request.host());
    }

    private static ApiException refusal(String what) {
        return new ApiException(
                ErrorType.FORBIDDEN,
                what + ": only pages of this server itself may change something here. Behind a proxy, start the server"
                        + " with the --public-url that browsers show.");
    }
}
