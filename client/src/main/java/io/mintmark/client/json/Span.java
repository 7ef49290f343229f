package io.mintmark.client.json;

/**
 * Part of some bytes.
 *
 * @param start where it begins
 * @param end behind its last byte
 */
public record Span(int start, int end) {
    /** Nothing. */
    static final Span NONE = new Span(0, 0);

    int length() {
        return end - start;
    }
}
