package io.mintmark.server.plain;

import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Headers;
import io.mintmark.storage.write.RequestKey;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Request;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * The {@code Idempotency-Key} of a request: opaque text of its sender. It is good for one sender, one database and one
 * route, and stands for one request there. Stateless.
 */
final class IdempotencyKey {
    /** How many characters it has at most. */
    static final int CHARS_MAX = 255;

    /** What it is made of, as a regular expression: what every program can send. */
    static final String LEGAL = "[!-~]{1," + CHARS_MAX + "}";

    /** Nearly all keys are stored as they are. */
    private static final int BRIEF_CHARS_MAX = 100;

    private static final Pattern RULE = Pattern.compile(LEGAL);
    private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

    private IdempotencyKey() {}

    /** Refuses a key where {@code route} takes none, and one that is none. */
    static void require(Request request, PlainRoute route) {
        String key = request.header(Headers.IDEMPOTENCY_KEY).orElse(null);
        if (key == null) {
            return;
        }
        if (!route.parameters().contains(CommonParameters.KEY)) {
            throw new ApiException(
                    ErrorType.NOT_SUPPORTED,
                    "This route keeps no answers under an " + Headers.IDEMPOTENCY_KEY + ": leave the header out.");
        }
        if (!RULE.matcher(key).matches()) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    Headers.IDEMPOTENCY_KEY + " must be 1 to " + CHARS_MAX
                            + " visible characters of ASCII without spaces; this one has " + key.length()
                            + " characters. A random UUID is a good one.");
        }
    }

    /**
     * Returns the key of a request that has one. Senders whom nobody asks who they are share theirs.
     *
     * <p>The key comes first: keys that are numbered, or begin with a time, then lie side by side where they are kept.
     *
     * @param note what is to be found beside the answer
     */
    static RequestKey of(CheckedRequest asked, PlainRoute route, String note) {
        Request request = asked.request();
        String key = request.header(Headers.IDEMPOTENCY_KEY).orElseThrow();
        String sender = request.sender().map(name -> ' ' + name).orElse("");
        return new RequestKey(brief(key + ' ' + route.name() + sender), brief(said(asked, route)), note);
    }

    /** Only the last one is free text, so no two requests say the same. */
    private static String said(CheckedRequest asked, PlainRoute route) {
        StringBuilder said = new StringBuilder();
        for (PlainParameter parameter : route.parameters()) {
            if (parameter.isInQuery()) {
                said.append(asked.text(parameter.name(), "").strip()).append(' ');
            }
        }
        for (PlainParameter parameter : route.parameters()) {
            if (parameter.isInPath() && parameter != CommonParameters.DB) {
                said.append(asked.part(parameter.name()));
            }
        }
        return said.toString();
    }

    /** What is long has a hash in its place; no other name of a key is without a space. */
    private static String brief(String text) {
        return text.length() <= BRIEF_CHARS_MAX ? text : hash(text);
    }

    private static String hash(String text) {
        try {
            return TEXT.encodeToString(
                    MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
