package io.mintmark.server.storage.counter;

import org.jspecify.annotations.Nullable;

/**
 * Asks for the next number of an identity.
 *
 * @param name the identity's name, without the trailing {@code |}
 * @param requestId what tells a repeated request from a new one, or null
 */
public record IdentityRequest(String name, @Nullable String requestId) {}
