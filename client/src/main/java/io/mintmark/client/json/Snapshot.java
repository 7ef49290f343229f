package io.mintmark.client.json;

import java.util.Arrays;

/**
 * An entity's JSON, without metadata, from when it was last the same as its document; immutable by agreement.
 *
 * @param bytes an array that holds it, perhaps among other bytes
 * @param start the index of its first byte
 * @param end the index after its last byte
 */
@SuppressWarnings("ArrayRecordComponent") // compared by its content only
public record Snapshot(byte[] bytes, int start, int end) {

    /** Returns whether both hold the same bytes. */
    public boolean matches(Snapshot other) {
        return Arrays.equals(bytes, start, end, other.bytes, other.start, other.end);
    }

    /** Returns a copy in an array of its own. */
    public Snapshot copy() {
        return new Snapshot(Arrays.copyOfRange(bytes, start, end), 0, end - start);
    }
}
