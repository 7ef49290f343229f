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
import java.util.List;

/**
 * The {@code Idempotency-Key} of a request: opaque text of its sender. It is good for one sender, one database and one
 * route, and stands for one request there. Stateless.
 */
final class IdempotencyKey {
    /** How many characters it has at most. */
    static final int CHARS_MAX = 255;

    /** What it is made of, as a regular expression: what every program can send. */
    static final String LEGAL = "[!-~]{1," + CHARS_MAX + "}";

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
        if (!key.matches(LEGAL)) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    Headers.IDEMPOTENCY_KEY + " must be 1 to " + CHARS_MAX
                            + " visible characters of ASCII without spaces; this one has " + key.length()
                            + " characters. A random UUID is a good one.");
        }
    }

    /**
     * Returns the key of a request that has one. Senders whom nobody asks who they are share theirs. A hash
     * has the same length whatever they are called.
     *
     * @param parameters what the route takes, in an order that stays
     * @param note what is to be found beside the answer
     */
    static RequestKey of(CheckedRequest asked, List<PlainParameter> parameters, String note) {
        Request request = asked.request();
        String key = request.header(Headers.IDEMPOTENCY_KEY).orElseThrow();
        String sender = request.sender().map(name -> "\n" + name).orElse("");
        return new RequestKey(hash(request.route() + '\n' + key + sender), said(asked, parameters), note);
    }

    private static String said(CheckedRequest asked, List<PlainParameter> parameters) {
        StringBuilder said = new StringBuilder();
        for (PlainParameter parameter : parameters) {
            String name = parameter.name();
            if (parameter.isInPath() && parameter != CommonParameters.DB) {
                said.append(name).append('=').append(asked.part(name)).append('\n');
            } else if (parameter.isInQuery() && asked.has(name)) {
                said.append(name)
                        .append('=')
                        .append(asked.text(name, "").strip())
                        .append('\n');
            }
        }
        return hash(said.toString());
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
