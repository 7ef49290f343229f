package io.mintmark.client.http;

import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;

/**
 * One request to a database or server, without a host; immutable, each method returns a copy.
 *
 * <p>GET and HEAD are repeatable: they may be sent again after an unknown outcome. Any other request is repeatable only
 * after {@link #repeatable()}.
 */
public final class Request {
    private static final String JSON = "application/json; charset=utf-8";

    private final String method;
    private final String target;
    private final List<String> headers;
    private final BodyPublisher body;
    private final boolean repeatable;

    private Request(String method, String target, List<String> headers, BodyPublisher body, boolean repeatable) {
        if (!target.startsWith("/")) {
            throw new IllegalArgumentException("a path must begin with a slash: " + target);
        }
        this.method = method;
        this.target = target;
        this.headers = headers;
        this.body = body;
        this.repeatable = repeatable;
    }

    private static Request of(String method, String target, boolean repeatable) {
        return new Request(method, target, List.of(), BodyPublishers.noBody(), repeatable);
    }

    /** Reads {@code pathAndQuery}, which is percent-encoded and begins with a slash. */
    public static Request get(String pathAndQuery) {
        return of("GET", pathAndQuery, true);
    }

    /** Reads whether there is something at {@code pathAndQuery}. */
    public static Request head(String pathAndQuery) {
        return of("HEAD", pathAndQuery, true);
    }

    /** Stores at {@code pathAndQuery}. */
    public static Request put(String pathAndQuery) {
        return of("PUT", pathAndQuery, false);
    }

    /** Sends to {@code pathAndQuery}. */
    public static Request post(String pathAndQuery) {
        return of("POST", pathAndQuery, false);
    }

    /** Deletes what is at {@code pathAndQuery}. */
    public static Request delete(String pathAndQuery) {
        return of("DELETE", pathAndQuery, false);
    }

    /** Returns the same request with one more header field. */
    public Request header(String name, String value) {
        List<String> more = new ArrayList<>(headers);
        more.add(name);
        more.add(value);
        return new Request(method, target, List.copyOf(more), body, repeatable);
    }

    /** Returns the same request with a JSON body; the array is not copied. */
    public Request json(byte[] body) {
        return body(BodyPublishers.ofByteArray(body), JSON);
    }

    /** Returns the same request with the first {@code length} bytes of an array as JSON body; they are not copied. */
    public Request json(byte[] body, int length) {
        return body(BodyPublishers.ofByteArray(body, 0, length), JSON);
    }

    /** Returns the same request with a body that is produced while it is sent. */
    public Request body(BodyPublisher streamed, String contentType) {
        return new Request(method, target, headers, streamed, repeatable).header("Content-Type", contentType);
    }

    /** Returns the same request, now safe to send again after an unknown outcome. */
    public Request repeatable() {
        return new Request(method, target, headers, body, true);
    }

    /** Returns whether the request may be sent again after an unknown outcome. */
    public boolean isRepeatable() {
        return repeatable;
    }

    String method() {
        return method;
    }

    /** Returns the path and the query. */
    public String target() {
        return target;
    }

    /** Returns names and values in turn. */
    List<String> headers() {
        return headers;
    }

    BodyPublisher body() {
        return body;
    }

    /** Returns the request line, as messages show it. */
    @Override
    public String toString() {
        return method + " " + target;
    }
}
