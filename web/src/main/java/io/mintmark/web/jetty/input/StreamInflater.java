package io.mintmark.web.jetty.input;

import io.mintmark.protocol.ErrorType;
import io.mintmark.web.http.ApiException;
import java.nio.ByteBuffer;

/**
 * Inflates what arrives in pieces, and hands it on in pieces, one at a time: however much a piece inflates to, no more
 * than one buffer of it is in memory, and its reader may do something else before it asks for the next one. Used by one
 * thread at a time.
 */
public interface StreamInflater {
    /** No piece that is handed on is larger. */
    int PIECE_BYTES = 16 << 10;

    /** Counts compressed bytes that arrived, before any of them is inflated. */
    void arrived(int compressedBytes);

    /** Inflates one piece and hands it on; returns false once all of {@code compressed} was inflated. */
    boolean handOn(ByteBuffer compressed);

    /** Returns whether the reader wants more than it has. */
    boolean isMoreWanted();

    /**
     * Takes the rest of {@code compressed} when no more is wanted: it may have the end of the coding, and white space
     * in it. Refuses everything else, which would be passed over.
     */
    void requireNothingBehind(ByteBuffer compressed);

    /** Refuses a body that ends in the middle of its coding. */
    void requireEnd();

    /** Refuses bytes behind the end of what a body means, unless they are the white space of JSON. */
    static void requireWhiteSpace(ByteBuffer rest) {
        while (rest.hasRemaining()) {
            byte b = rest.get();
            if (b != ' ' && b != '\t' && b != '\r' && b != '\n') {
                throw new ApiException(
                        ErrorType.BAD_REQUEST,
                        "The request body goes on behind its end: send nothing but white space there.");
            }
        }
    }

    /** Frees what lies outside the heap. */
    void destroy();
}
