package io.mintmark.server.http;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** A request that comes inside another one. Immutable but for the body's bytes. */
public final class SubRequest {
    private final String method;
    private final String target;
    private final Map<String, String> headers;
    private final byte[] body;

    /**
     * Creates a part.
     *
     * @param method the method
     * @param target path and query, encoded as on a request line
     * @param headers header fields of its own, whose names compare without case
     * @param body the body; empty if there is none; not copied
     */
    public SubRequest(String method, String target, Map<String, String> headers, byte[] body) {
        Map<String, String> named = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        named.putAll(headers);
        this.method = method;
        this.target = target;
        this.headers = Collections.unmodifiableMap(named);
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

    /** Returns its own header fields; names compare without case. */
    Map<String, String> headers() {
        return headers;
    }

    byte[] body() {
        return body;
    }
}
