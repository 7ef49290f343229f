package io.mintmark.client.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.document.IdentityPartsSeparator;
import java.util.Optional;

/**
 * The settings that a server gives to the clients of a database; immutable.
 *
 * @param etag its number, which grows with each change
 * @param separator the separator that it sets, if it sets one
 */
public record ClientConfiguration(long etag, Optional<IdentityPartsSeparator> separator) {
    /** Before the server was asked. */
    static final ClientConfiguration UNKNOWN = new ClientConfiguration(-1, Optional.empty());

    /** The configuration of a server that was never configured. */
    static final ClientConfiguration NONE = new ClientConfiguration(0, Optional.empty());

    /** Reads the server's answer. */
    static ClientConfiguration of(JsonNode reply) {
        JsonNode members = reply.path("Configuration");
        JsonNode separator = members.path("IdentityPartsSeparator");
        boolean obeyed = separator.isTextual() && !members.path("Disabled").asBoolean(false);
        return new ClientConfiguration(
                Math.max(0, reply.path("Etag").asLong(0)),
                obeyed ? Optional.of(IdentityPartsSeparator.of(separator.textValue())) : Optional.empty());
    }
}
