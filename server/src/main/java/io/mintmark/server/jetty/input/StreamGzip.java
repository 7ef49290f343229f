package io.mintmark.server.jetty.input;

import io.mintmark.server.body.GzipBody;
import io.mintmark.server.body.InflationLimit;
import java.nio.ByteBuffer;
import java.util.function.Predicate;
import org.eclipse.jetty.http.GZIPContentDecoder;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.jspecify.annotations.Nullable;

/** Inflates gzip that arrives in pieces. */
public final class StreamGzip extends GZIPContentDecoder implements StreamInflater {
    private final InflationLimit limit;
    private final Predicate<ByteBuffer> target;
    private boolean wanted = true;
    private boolean handedOn;
    private @Nullable RuntimeException refusal;

    /**
     * Hands inflated bytes to {@code target}, which returns whether it wants more; refuses those beyond {@code limit}.
     */
    public StreamGzip(ByteBufferPool buffers, InflationLimit limit, Predicate<ByteBuffer> target) {
        super(buffers, PIECE_BYTES);
        this.limit = limit;
        this.target = target;
    }

    @Override
    public void arrived(int compressedBytes) {
        limit.compressed(compressedBytes);
    }

    @Override
    public boolean handOn(ByteBuffer compressed) {
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

    @Override
    public boolean isMoreWanted() {
        return wanted;
    }

    @Override
    public void requireEnd() {
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
