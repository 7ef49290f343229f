package io.mintmark.web.http;

import io.mintmark.support.Party;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One request as endpoints see it: complete, decoded and within its limits. Immutable but for the body's bytes, the
 * count of what is kept for it, whether it was authorized, and what it changed; used by one thread at a time.
 */
public final class Request {
    private static final byte[] NOTHING = {};

    private final Transport transport;
    private final @Nullable SubRequest part;
    private final @Nullable Request outer;
    private final String path;
    private final String route;
    private final Map<String, String> pathParts;
    private final byte[] body;
    private @Nullable Query query;
    private long keptBytes;
    private @Nullable String authorized;
    private @Nullable String principal;
    private boolean ignored;
    private Map<String, Boolean> changed = Map.of();

    /**
     * Creates a request that {@code transport} brought and that leads to {@code destination}; the body is not copied.
     */
    public Request(Transport transport, Destination destination, byte[] body) {
        this(transport, null, null, destination, null, body);
    }

    private Request(
            Transport transport,
            @Nullable SubRequest part,
            @Nullable Request outer,
            Destination destination,
            @Nullable Query query,
            byte[] body) {
        this.transport = transport;
        this.part = part;
        this.outer = outer;
        this.path = destination.path();
        this.route = destination.route();
        this.pathParts = destination.parts();
        this.query = query;
        this.body = body;
    }

    /** Returns a request of which only the head is known, to {@code path}: one that is refused early. */
    public static Request headOf(Transport transport, String path) {
        return headOf(transport, Destination.NOWHERE.at(path, Destination.NO_ROUTE, Map.of()));
    }

    /** Returns the same for a request that leads to {@code destination}. */
    public static Request headOf(Transport transport, Destination destination) {
        return new Request(transport, null, null, destination, Query.NONE, NOTHING);
    }

    /** Returns {@code part} as a request of the client that sent this one. */
    Request inside(SubRequest part, Destination destination) {
        return new Request(transport, part, this, destination, null, part.body());
    }

    /** Remembers that its sender may ask for what lies below {@code database}; the empty name is the server itself. */
    public void authorizeFor(String database) {
        authorized = database;
    }

    /** Returns what {@link #authorizeFor} said; nothing for a request that was not judged, or was refused. */
    public Optional<String> authorizedFor() {
        return Optional.ofNullable(authorized);
    }

    /** Remembers the name of its sender, where the server asks for it. */
    public void sentBy(String name) {
        principal = name;
    }

    /** Returns what {@link #sentBy} said; nothing where nobody is asked, and for an unknown sender. */
    public Optional<String> sender() {
        return Optional.ofNullable(principal);
    }

    /** Remembers that it changed nothing of what it asked to change, for whoever tells what came of it. */
    public void ignored() {
        ignored = true;
    }

    /** Returns whether {@link #ignored} was called. */
    public boolean wasIgnored() {
        return ignored;
    }

    /** Remembers whether it changed {@code what}, one of several things that it names. */
    public void changed(String what, boolean isSo) {
        if (changed.isEmpty()) {
            changed = new HashMap<>();
        }
        changed.merge(what, isSo, Boolean::logicalOr);
    }

    /** Returns what {@link #changed} said of each, also where the request failed at another one. */
    public Map<String, Boolean> changed() {
        return Collections.unmodifiableMap(changed);
    }

    /** Returns method and pattern of its route, which have nothing that its sender chose. */
    public String route() {
        return route;
    }

    /** Returns whether this request came inside another one. */
    public boolean isPart() {
        return part != null;
    }

    /**
     * Accounts for {@code bytes} more that answering this request keeps in memory until the reply is sent; refuses, for
     * the client to try again later, when all requests together keep too much. A negative number gives back early.
     *
     * <p>Bytes that a request inside this one keeps are kept by this one, too.
     */
    public void keepInMemory(long bytes) {
        if (outer == null) {
            transport.keepInMemory(bytes);
        } else {
            outer.keepInMemory(bytes);
        }
        keptBytes += bytes;
    }

    /** Returns how many bytes were kept and not given back, those of requests inside this one included. */
    public long bytesInMemory() {
        return keptBytes;
    }

    /** Returns whether nobody waits for the answer any more, as {@link Transport#hasLeft} says; any thread may ask. */
    public boolean hasLeft() {
        return transport.hasLeft();
    }

    /** Returns for whom it is answered; before it waits, as for the disk, it lets another request compute. */
    public Party party() {
        return transport.party();
    }

    /** Returns the method, as sent. */
    public String method() {
        return part == null ? transport.method() : part.method();
    }

    /** Returns the path with its percent-encoding decoded once. */
    public String path() {
        return path;
    }

    /** Returns path and query exactly as sent. */
    public String target() {
        return part == null ? transport.target() : part.target();
    }

    /** Returns the parameters, which are read when somebody first asks for them. */
    public Query query() {
        Query known = query;
        if (known == null) {
            known = Query.ofTarget(target());
            query = known;
        }
        return known;
    }

    /** Returns the first header field of that {@code name}, which compares without case. */
    public Optional<String> header(String name) {
        return part == null || isAboutTheSender(name) ? transport.header(name) : part.header(name);
    }

    /**
     * Returns whether its sender likes the media type {@code type} better than {@code other} (RFC 9110, section
     * 12.5.1); false if it likes both alike, or neither.
     */
    public boolean prefers(String type, String other) {
        return header("Accept")
                .map(accept -> transport.prefers(accept, type, other))
                .orElse(false);
    }

    /** Returns the body after decompression; empty if there was none. Not copied. */
    public byte[] body() {
        return body;
    }

    /** Returns the address that the request came from, without its port; empty if there is none. */
    public String remoteAddress() {
        return transport.remoteAddress();
    }

    /**
     * Returns the certificate whose key the client proved to have when it connected; empty without TLS, and for a
     * client that showed none. All requests of a connection get the same object. Nobody vouches for anything that
     * stands in it: who signed it was not looked at, nor its dates.
     */
    public Optional<X509Certificate> clientCertificate() {
        return transport.clientCertificate();
    }

    /**
     * Returns the connection's only {@code T}, made by {@code make} for the first request that asks: facts about a
     * client that need not be found again for each of its requests. Requests of a connection come one after the other.
     */
    public <T> T ofConnection(Class<T> type, Supplier<? extends T> make) {
        return transport.ofConnection(type, make);
    }

    /** Returns {@code http} or {@code https}. */
    public String scheme() {
        return transport.isSecure() ? "https" : "http";
    }

    /** Returns name and port by which the client calls this server, as sent; empty if it did not say. */
    public String host() {
        return header("Host").orElse("");
    }

    /** Returns what the request has in place of {@code {name}} in its route's pattern. */
    public String pathPart(String name) {
        String part = pathParts.get(name);
        if (part == null) {
            throw new IllegalArgumentException("the route must have the part {" + name + "}: " + pathParts.keySet());
        }
        return part;
    }

    /** Returns the same, or {@code otherwise} where the pattern has no such place. */
    public String pathPart(String name, String otherwise) {
        return pathParts.getOrDefault(name, otherwise);
    }

    /** A request inside another one cannot name another sender. */
    private static boolean isAboutTheSender(String header) {
        return header.equalsIgnoreCase("Host")
                || header.equalsIgnoreCase("Authorization")
                || header.equalsIgnoreCase("Cookie")
                || header.equalsIgnoreCase("Mintmark-Tab")
                || header.equalsIgnoreCase("Origin")
                || header.equalsIgnoreCase("Sec-Fetch-Site");
    }
}
