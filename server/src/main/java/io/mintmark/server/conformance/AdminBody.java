package io.mintmark.server.conformance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.protocol.ErrorType;
import io.mintmark.support.Json;
import io.mintmark.web.http.ApiException;

/**
 * The body of a request that describes or configures something: small, because it is read into a tree, which takes up
 * to thirty times its memory, and because what is stored of it is kept for good.
 */
public final class AdminBody {
    /** RavenDB's clients send a few kilobytes. */
    private static final int BYTES_MAX = 256 << 10;

    private AdminBody() {}

    /** Reads a body that must be one JSON object. */
    public static ObjectNode object(Json json, byte[] body) {
        if (body.length > BYTES_MAX) {
            throw new ApiException(
                    ErrorType.BODY_TOO_LARGE,
                    "The body of a request that describes or configures databases must not exceed " + BYTES_MAX
                            + " bytes, but this one has " + body.length + ": leave out what this server does not use.");
        }
        return json.object(body);
    }
}
