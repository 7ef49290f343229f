package io.mintmark.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.document.IdentityPartsSeparator;
import java.util.Optional;

/**
 * What a server tells the clients of a database to do; immutable.
 *
 * @param etag grows with every change
 * @param separator the separator that it sets, if it sets one
 */
record ClientConfiguration(long etag, Optional<IdentityPartsSeparator> separator) {
    /** Before the server was asked. */
    static final ClientConfiguration UNKNOWN = new ClientConfiguration(-1, Optional.empty());

    /** What a server tells that never was configured. */
    static final ClientConfiguration NONE = new ClientConfiguration(0, Optional.empty());

    /** Reads what the server answered. */
    static ClientConfiguration of(JsonNode reply) {
        JsonNode members = reply.path("Configuration");
        JsonNode separator = members.path("IdentityPartsSeparator");
        boolean obeyed = separator.isTextual() && !members.path("Disabled").asBoolean(false);
        return new ClientConfiguration(
                Math.max(0, reply.path("Etag").asLong(0)),
                obeyed ? Optional.of(IdentityPartsSeparator.of(separator.textValue())) : Optional.empty());
    }
}
