package io.mintmark.server.documents;

import io.mintmark.protocol.ErrorType;
import io.mintmark.storage.document.Expectation;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;

/** The header fields that tie a request to a version: ETag, If-Match, If-None-Match. */
final class Validators {
    private Validators() {}

    static Reply tag(Reply reply, String version) {
        return reply.header("ETag", '"' + version + '"');
    }

    static boolean isUnchanged(Request request, String version) {
        return request.header("If-None-Match")
                .map(Validators::unquote)
                .filter(version::equals)
                .isPresent();
    }

    static Reply unchanged(String version) {
        return tag(Reply.empty(304), version);
    }

    /**
     * Returns the version that a write expects.
     *
     * @throws ApiException if it names versions that it does not expect
     */
    static Expectation expectation(Request request) {
        if (request.header("If-None-Match").isPresent()) {
            throw new ApiException(
                    ErrorType.NOT_SUPPORTED,
                    "The header field If-None-Match of a write is not supported by this server: send If-Match with the"
                            + " expected change vector, or If-Match: \"\" for a document that must be new.");
        }
        return Expectation.parse(
                request.header("If-Match").map(Validators::unquote).orElse(null));
    }

    private static String unquote(String value) {
        String text = value.strip();
        boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
        return quoted ? text.substring(1, text.length() - 1) : text;
    }
}
