package io.mintmark.server.jetty;

import io.mintmark.server.body.GzipBody;
import io.mintmark.server.body.InflationLimit;
import java.nio.ByteBuffer;
import java.util.function.Predicate;
import org.eclipse.jetty.http.GZIPContentDecoder;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Inflates gzip that arrives in pieces, and hands it on in pieces, one at a time: however much a piece inflates to, no
 * more than one buffer of it is in memory, and its reader may do something else before it asks for the next one. Used
 * by one thread at a time; {@link #destroy} frees what lies outside the heap.
 */
final class StreamGzip extends GZIPContentDecoder {
    /** No piece that is handed on is larger. */
    static final int PIECE_BYTES = 16 << 10;

    private final InflationLimit limit;
    private final Predicate<ByteBuffer> target;
    private boolean wanted = true;
    private boolean handedOn;
    private @Nullable RuntimeException refusal;

    /**
     * Hands inflated bytes to {@code target}, which returns whether it wants more; refuses those beyond {@code limit}.
     */
    StreamGzip(ByteBufferPool buffers, InflationLimit limit, Predicate<ByteBuffer> target) {
        super(buffers, PIECE_BYTES);
        this.limit = limit;
        this.target = target;
    }

    /** Counts compressed bytes that arrived, before any of them is inflated. */
    void arrived(int compressedBytes) {
        limit.compressed(compressedBytes);
    }

    /** Inflates one piece and hands it on; returns false once all of {@code compressed} was inflated. */
    boolean handOn(ByteBuffer compressed) {
        if (!compressed.hasRemaining() && !handedOn) {
            // The decoder would take it for the beginning of another member.
            return false;
        }
        handedOn = false;
        try {
            decodeChunks(compressed);
        } catch (RuntimeException e) {
            throw GzipBody.notGzip();
        }
        if (refusal != null) {
            throw refusal;
        }
        return handedOn;
    }

    /** Returns whether the target wants more than it has. */
    boolean isMoreWanted() {
        return wanted;
    }

    /** Refuses a body that ends in the middle of its gzip. */
    void requireEnd() {
        if (wanted && !isFinished()) {
            throw GzipBody.notGzip();
        }
    }

    /** Always ends one step: the rest is inflated by the next. */
    @Override
    protected boolean decodedChunk(RetainableByteBuffer piece) {
        handedOn = true;
        try {
            limit.inflated(piece.remaining());
            wanted = target.test(piece.getByteBuffer());
        } catch (RuntimeException e) {
            // Kept apart from the decoder's own exceptions about malformed gzip.
            refusal = e;
        }
        return true;
    }
}
