package io.mintmark.client.json;

import java.util.Arrays;

/**
 * How an entity looked as JSON, without its metadata, when it was last the same as its document; immutable by agreement.
 *
 * @param bytes what holds it, perhaps among other things
 * @param start where it begins
 * @param end behind its last byte
 */
@SuppressWarnings("ArrayRecordComponent") // compared by its content only
public record Snapshot(byte[] bytes, int start, int end) {

    /** Tells whether both are the same bytes. */
    public boolean matches(Snapshot other) {
        return Arrays.equals(bytes, start, end, other.bytes, other.start, other.end);
    }

    /** Returns the same in an array of its own. */
    public Snapshot copy() {
        return new Snapshot(Arrays.copyOfRange(bytes, start, end), 0, end - start);
    }
}
