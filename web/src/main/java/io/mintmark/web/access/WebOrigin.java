package io.mintmark.web.access;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a web page comes from (RFC 6454): two pages may trust each other if all three parts are equal. Immutable.
 *
 * @param scheme in small letters
 * @param host in small letters; an IPv6 address is in brackets
 * @param port the port, also where it is the scheme's own
 */
record WebOrigin(String scheme, String host, int port) {
    /** What browsers send, and nothing that could be read in two ways: no user, path, or white space. */
    private static final Pattern FORM =
            Pattern.compile("([a-z][a-z0-9+.-]*)://(\\[[^\\]\\s/@]+]|[^:\\s/?#@\\[\\]\\\\]+)(?::([0-9]{1,5}))?");

    /**
     * Returns the origin that {@code text} is; nothing for every other text, such as the word null that browsers send
     * for a hidden one.
     */
    static Optional<WebOrigin> of(String text) {
        Matcher parts = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (!parts.matches()) {
            return Optional.empty();
        }
        String port = parts.group(3);
        return Optional.of(new WebOrigin(
                parts.group(1), parts.group(2), port == null ? usualPort(parts.group(1)) : Integer.parseInt(port)));
    }

    /** Returns the origin of pages below {@code url}. */
    static Optional<WebOrigin> of(URI url) {
        return url.getScheme() == null || url.getHost() == null
                ? Optional.empty()
                : of(url.getScheme() + "://" + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort()));
    }

    private static int usualPort(String scheme) {
        return switch (scheme) {
            case "http" -> 80;
            case "https" -> 443;
            default -> -1;
        };
    }
}
