package io.mintmark.web.http;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A request that comes inside another one. Immutable but for the body's bytes. */
public final class SubRequest {
    private final String method;
    private final String target;
    private final Map<String, String> headers;
    private final byte[] body;

    /**
     * Creates a request.
     *
     * @param method the method
     * @param target path and query, encoded as on a request line
     * @param headers header fields of its own, whose names compare without case
     * @param body the body; empty if there is none; not copied
     */
    public SubRequest(String method, String target, Map<String, String> headers, byte[] body) {
        this.method = method;
        this.target = target;
        this.headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        this.headers.putAll(headers);
        this.body = body;
    }

    /** Returns the method. */
    public String method() {
        return method;
    }

    /** Returns path and query, as sent. */
    public String target() {
        return target;
    }

    /** Returns its own header field of that {@code name}, which compares without case. */
    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    byte[] body() {
        return body;
    }
}
