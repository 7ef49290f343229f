package io.mintmark.storage.write;

/**
 * A write that takes place once for all requests of one key; later ones get the answer of the first.
 *
 * <p>Holds: key and answer are on stable storage together with what was drawn, or nothing is. A number is drawn from
 * the counter itself, never from those that a node reserved ahead. Refused: a key that came with another request, and
 * a new key where no more are remembered ({@link RequestKeyException}); and what {@code write} is refused for, which is
 * not remembered.
 *
 * @param <T> what comes of the write
 * @param key the key
 * @param write a {@link RangeRequest} or an {@link IdentityRequest}
 */
public record KeyedWrite<T>(RequestKey key, Write<T> write) implements Write<KeyedAnswer<T>> {
    /** Checks that the write is of a kind whose answers are remembered. */
    public KeyedWrite {
        if (!(write instanceof RangeRequest) && !(write instanceof IdentityRequest)) {
            throw new IllegalArgumentException("write must draw a range or a number of an identity: write=" + write);
        }
    }
}
