package io.mintmark.client.json;

/**
 * A part of an array of bytes.
 *
 * @param start the index of its first byte
 * @param end the index after its last byte
 */
public record Span(int start, int end) {
    /** The empty span. */
    static final Span NONE = new Span(0, 0);

    int length() {
        return end - start;
    }
}
