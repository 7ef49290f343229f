package io.mintmark.client.cluster;

import java.net.URI;
import java.util.Arrays;
import java.util.List;

/** Checks the addresses of nodes and brings them into the one form in which they are compared. */
final class NodeUrl {
    private static final String EXAMPLE = "http://127.0.0.1:8080";

    private NodeUrl() {}

    /** Parses addresses as a user gives them; refuses invalid ones and an empty list. */
    static List<URI> parse(String... texts) {
        if (texts == null || texts.length == 0) {
            throw new IllegalArgumentException(
                    "a client must know one node at least: urls=[]; pass where the server is, such as " + EXAMPLE);
        }
        return Arrays.stream(texts).map(NodeUrl::parsed).toList();
    }

    private static URI parsed(String text) {
        String given = text == null ? "" : text;
        try {
            return checked(URI.create(given));
        } catch (IllegalArgumentException noAddress) {
            // Not as the cause: its message would show a password, too.
            String shown =
                    given.indexOf('@') < 0 ? "'" + given + "'" : "one with a user or password, which is not shown";
            throw new IllegalArgumentException(
                    "a node's URL must have the form http://host:port or https://host:port, such as " + EXAMPLE + ": "
                            + shown);
        }
    }

    /** Returns {@code url} without slashes at its end; refuses what is no address of a server. */
    static URI checked(URI url) {
        if (!isHttp(url)
                || url.getHost() == null
                || url.getRawUserInfo() != null
                || url.getRawQuery() != null
                || url.getRawFragment() != null) {
            throw new IllegalArgumentException("a node's URL must have the form http://host:port or https://host:port: "
                    + url.getScheme() + "://" + url.getHost());
        }
        String text = url.toString();
        int end = text.length();
        while (text.charAt(end - 1) == '/') {
            end--;
        }
        return end == text.length() ? url : URI.create(text.substring(0, end));
    }

    private static boolean isHttp(URI url) {
        return "http".equalsIgnoreCase(url.getScheme()) || isSecure(url);
    }

    static boolean isSecure(URI url) {
        return "https".equalsIgnoreCase(url.getScheme());
    }
}
