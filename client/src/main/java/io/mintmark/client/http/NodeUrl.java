package io.mintmark.client.http;

import java.net.URI;

/** What may be a node's address, in the one form in which addresses are compared. */
final class NodeUrl {
    private NodeUrl() {}

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
