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

/**
 * Lets in requests that call this server by a name it knows. Immutable.
 *
 * <p>Without it a web page could point its own name at a loopback address (DNS rebinding) and have a visitor's browser
 * read and write here. Addresses cannot be rebound, only names can; so a server bound to all addresses accepts any
 * address, and no name that it was not told.
 */
public final class HostGate implements Gate {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private final Set<String> hosts;
    private final boolean anyAddress;

    private HostGate(Set<String> hosts, boolean anyAddress) {
        this.hosts = hosts;
        this.anyAddress = anyAddress;
    }

    /**
     * Creates a gate.
     *
     * @param boundHost the name or address that the server listens on
     * @param publicUrl the URL that clients are told, if set
     * @param allowedHosts further names
     */
    public static HostGate of(String boundHost, Optional<URI> publicUrl, Set<String> allowedHosts) {
        Set<String> hosts = new TreeSet<>(LOOPBACK);
        hosts.add(bracketed(boundHost.toLowerCase(Locale.ROOT)));
        publicUrl.map(URI::getHost).ifPresent(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
        allowedHosts.forEach(host -> hosts.add(bracketed(host.toLowerCase(Locale.ROOT))));
        return new HostGate(hosts, boundHost.equals("0.0.0.0") || boundHost.equals("::"));
    }

    private static String bracketed(String host) {
        return host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host;
    }

    @Override
    public void check(Request request, boolean changes) {
        String host = withoutPort(request.host());
        if (!isKnown(host)) {
            throw new ApiException(
                    ErrorType.FORBIDDEN,
                    "This server does not answer to the host '" + shown(host)
                            + "': call it by its address, or start it with --allowed-hosts " + shown(host) + ".");
        }
    }

    private boolean isKnown(String host) {
        return hosts.contains(host) || (anyAddress && isAddress(host));
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

    static String shown(String text) {
        return Printable.brief(text);
    }
}
