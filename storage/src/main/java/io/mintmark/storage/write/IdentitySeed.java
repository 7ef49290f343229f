package io.mintmark.storage.write;

import org.jspecify.annotations.Nullable;

/**
 * Moves an identity up, or wherever it is forced to; the answer is where it stands then. The same {@code requestId}
 * moves it once and gets the same number again.
 *
 * <p>Undefined: numbers above a forced lower value will be issued again; documents that bear them refuse theirs.
 *
 * @param name the identity's name, without the trailing {@code |}
 * @param value the last number to count as taken
 * @param direction whether a lower value is obeyed
 * @param requestId what tells a repeated request from a new one, or null
 */
public record IdentitySeed(
        String name,
        long value,
        Direction direction,
        @Nullable String requestId) implements Write<Standing> {

    /** Which way a seed may move an identity. */
    public enum Direction {
        /** A lower value than the stored one changes nothing. */
        UP_ONLY,
        /** The stored value becomes the given one. */
        FORCED
    }
}
