package io.mintmark.server.http;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/**
 * One request as endpoints see it: complete, decoded and within its limits. Immutable but for the body's bytes and the
 * count of what is kept for it; used by one thread at a time.
 */
public final class Request {
    private final org.eclipse.jetty.server.Request raw;
    private final @Nullable SubRequest part;
    private final String path;
    private final Map<String, String> pathParts;
    private final Query query;
    private final byte[] body;
    private @Nullable RequestResources resources;
    private @Nullable Request outer;
    private long keptBytes;

    Request(
            org.eclipse.jetty.server.Request raw,
            String path,
            Map<String, String> pathParts,
            Query query,
            byte[] body) {
        this(raw, null, path, pathParts, query, body);
    }

    private Request(
            org.eclipse.jetty.server.Request raw,
            @Nullable SubRequest part,
            String path,
            Map<String, String> pathParts,
            Query query,
            byte[] body) {
        this.raw = raw;
        this.part = part;
        this.path = path;
        this.pathParts = pathParts;
        this.query = query;
        this.body = body;
    }

    /** Returns the request that {@code part} is, asked by whoever sent this one. */
    Request inside(SubRequest part, String path, Map<String, String> pathParts, Query query) {
        Request inside = new Request(raw, part, path, pathParts, query, part.body());
        inside.resources = resources;
        inside.outer = this;
        return inside;
    }

    /** Tells whether this request came inside another one. */
    public boolean isPart() {
        return part != null;
    }

    Request on(RequestResources resources) {
        this.resources = resources;
        return this;
    }

    /**
     * Accounts for {@code bytes} more that answering this request keeps in memory until the reply is sent; refuses, for
     * the client to try again later, when all requests together keep too much. A negative number gives back early.
     *
     * <p>What a request inside this one keeps is kept by this one, too.
     */
    public void keepInMemory(long bytes) {
        if (outer != null) {
            outer.keepInMemory(bytes);
        } else if (resources != null) {
            resources.claim().add(bytes);
        }
        keptBytes += bytes;
    }

    /** Returns how many bytes were kept and not given back, those of requests inside this one included. */
    public long bytesInMemory() {
        return keptBytes;
    }

    /**
     * Lets another request compute from now on, because this one is going to wait for the disk; may be called again and
     * again. What follows the wait should be short.
     */
    public void stepAside() {
        if (resources != null) {
            resources.stepAside();
        }
    }

    /** Returns what tells the clients apart between whom work is shared out. */
    public Object party() {
        return resources == null ? "" : resources.holder();
    }

    /** Returns the method, as sent. */
    public String method() {
        return part == null ? raw.getMethod() : part.method();
    }

    /** Returns the path with its percent-encoding decoded once. */
    public String path() {
        return path;
    }

    /** Returns path and query exactly as sent. */
    public String target() {
        return part == null ? target(raw) : part.target();
    }

    /** Returns the parameters. */
    public Query query() {
        return query;
    }

    /** Returns the first header field of that {@code name}, which compares without case. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(
                part == null || tellsWhoAsks(name)
                        ? raw.getHeaders().get(name)
                        : part.headers().get(name));
    }

    /** Returns the body after decompression; empty if there was none. Not copied. */
    public byte[] body() {
        return body;
    }

    /** Returns the address of who sent the request, without its port. */
    public String remoteAddress() {
        if (raw.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress remote
                && remote.getAddress() != null) {
            return remote.getAddress().getHostAddress();
        }
        return "";
    }

    /** Returns {@code http} or {@code https}. */
    public String scheme() {
        return raw.isSecure() ? "https" : "http";
    }

    /** Returns name and port by which the client calls this server, as sent; empty if it did not say. */
    public String host() {
        return header(HttpHeader.HOST.asString()).orElse("");
    }

    /** Returns what the request has in place of {@code {name}} in its route's pattern. */
    public String pathPart(String name) {
        String part = pathParts.get(name);
        if (part == null) {
            throw new IllegalArgumentException("the route must have the part {" + name + "}: " + pathParts.keySet());
        }
        return part;
    }

    /** A request inside another one cannot say anew who asks. */
    private static boolean tellsWhoAsks(String header) {
        return HttpHeader.HOST.is(header) || HttpHeader.ORIGIN.is(header) || header.equalsIgnoreCase("Sec-Fetch-Site");
    }

    static String target(org.eclipse.jetty.server.Request raw) {
        @Nullable String target = raw.getHttpURI().getPathQuery();
        return target == null ? "" : target;
    }
}
