package io.mintmark.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;

/**
 * A path and its query, percent-encoded as they are put together; mutable, for one thread.
 *
 * <pre>{@code
 * Request.get(Target.of(Routes.HILO_NEXT, "shop").with("tag", "orders").toString());
 * }</pre>
 */
public final class Target {
    private static final String DATABASE = "{db}";

    private final StringBuilder text;
    private char mark = '?';

    private Target(String path) {
        this.text = new StringBuilder(path);
    }

    /** Starts with one of {@link io.mintmark.protocol.Routes}, whose <code>{db}</code> becomes {@code database}. */
    public static Target of(String route, String database) {
        return new Target(route.replace(DATABASE, encoded(database)));
    }

    /** Starts with a route that belongs to no database. */
    public static Target of(String route) {
        return new Target(route);
    }

    /** Adds a parameter; call it again for one that comes several times. */
    public Target with(String parameter, String value) {
        text.append(mark).append(encoded(parameter)).append('=').append(encoded(value));
        mark = '&';
        return this;
    }

    /** Adds a parameter that is a number. */
    public Target with(String parameter, long value) {
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
