package io.mintmark.server.http;

import java.nio.ByteBuffer;
import java.util.function.Predicate;
import org.eclipse.jetty.http.GZIPContentDecoder;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Inflates gzip that arrives in pieces, and hands it on in pieces: however much a piece inflates to, no more than one
 * buffer of it is in memory. Used by one thread at a time; {@link #destroy} frees what lies outside the heap.
 */
final class StreamGzip extends GZIPContentDecoder {
    private static final int PIECE_BYTES = 16 << 10;

    private final Predicate<ByteBuffer> target;
    private boolean wanted = true;
    private @Nullable RuntimeException refusal;

    /** Hands what it inflates to {@code target}, which tells whether it wants more. */
    StreamGzip(ByteBufferPool buffers, Predicate<ByteBuffer> target) {
        super(buffers, PIECE_BYTES);
        this.target = target;
    }

    /** Takes compressed bytes, and tells whether more is wanted. */
    boolean take(ByteBuffer compressed) {
        while (wanted && compressed.hasRemaining()) {
            try {
                decodeChunks(compressed);
            } catch (RuntimeException e) {
                throw Inflation.notGzip();
            }
            if (refusal != null) {
                throw refusal;
            }
        }
        return wanted;
    }

    /** Refuses a body that ends in the middle of its gzip. */
    void requireEnd() {
        if (wanted && !isFinished()) {
            throw Inflation.notGzip();
        }
    }

    @Override
    protected boolean decodedChunk(RetainableByteBuffer piece) {
        try {
            wanted = target.test(piece.getByteBuffer());
        } catch (RuntimeException e) {
            // Kept apart from what the decoder itself throws about malformed gzip.
            refusal = e;
        }
        return !wanted || refusal != null;
    }
}
