package io.mintmark.storage.write;

import org.jspecify.annotations.Nullable;

/**
 * Takes the next number of an identity; the same {@code requestId} gets the same number again.
 *
 * <p>Holds: numbers of one identity increase. Refused: an identity at its ceiling
 * ({@link io.mintmark.counter.ExhaustedException}).
 *
 * @param name the identity's name, without the trailing {@code |}
 * @param requestId what tells a repeated request from a new one, or null
 */
public record IdentityRequest(String name, @Nullable String requestId) implements Write<Long> {}
