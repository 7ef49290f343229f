package io.mintmark.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;

/**
 * The target of a request: a path and a query, percent-encoded while they are built; mutable, for one thread.
 *
 * <pre>{@code
 * Request.get(RequestTarget.of(Routes.HILO_NEXT, "shop").with("tag", "orders").toString());
 * }</pre>
 */
public final class RequestTarget {
    private static final String DATABASE = "{db}";

    private final StringBuilder text;
    private char mark = '?';

    private RequestTarget(String path) {
        this.text = new StringBuilder(path);
    }

    /**
     * Starts with one of {@link io.mintmark.protocol.Routes} and replaces its <code>{db}</code> by {@code database}.
     */
    public static RequestTarget of(String route, String database) {
        return new RequestTarget(route.replace(DATABASE, encoded(database)));
    }

    /** Starts with a route that belongs to no database. */
    public static RequestTarget of(String route) {
        return new RequestTarget(route);
    }

    /** Adds a parameter; one that has several values is added several times. */
    public RequestTarget with(String parameter, String value) {
        text.append(mark).append(encoded(parameter)).append('=').append(encoded(value));
        mark = '&';
        return this;
    }

    /** Adds a parameter that is a number. */
    public RequestTarget with(String parameter, long value) {
        return with(parameter, Long.toString(value));
    }

    /** Returns the text with everything but letters, digits, and <code>. - _ *</code> percent-encoded. */
    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
