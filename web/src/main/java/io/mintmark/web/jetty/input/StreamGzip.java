package io.mintmark.web.jetty.input;

import io.mintmark.web.body.GzipBody;
import io.mintmark.web.body.InflationLimit;
import java.nio.ByteBuffer;
import java.util.function.Predicate;
import org.eclipse.jetty.http.GZIPContentDecoder;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.jspecify.annotations.Nullable;

/** Inflates gzip that arrives in pieces. */
public final class StreamGzip extends GZIPContentDecoder implements StreamInflater {
    /** With it begins each member. */
    private static final byte FIRST_BYTE = 0x1F;

    private final InflationLimit limit;
    private final Predicate<ByteBuffer> target;
    private boolean wanted = true;
    private boolean handedOn;
    private boolean behind;
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
        inflate(compressed);
        return handedOn;
    }

    private void inflate(ByteBuffer compressed) {
        handedOn = false;
        try {
            decodeChunks(compressed);
        } catch (RuntimeException e) {
            throw GzipBody.notGzip();
        }
        if (refusal != null) {
            throw refusal;
        }
    }

    @Override
    public void requireNothingBehind(ByteBuffer compressed) {
        behind = true;
        while (compressed.hasRemaining() || handedOn) {
            if (isFinished() && compressed.hasRemaining() && compressed.get(compressed.position()) != FIRST_BYTE) {
                throw GzipBody.notGzip();
            }
            inflate(compressed);
        }
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
            if (behind) {
                StreamInflater.requireWhiteSpace(piece.getByteBuffer());
            } else {
                wanted = target.test(piece.getByteBuffer());
            }
        } catch (RuntimeException e) {
            // Kept apart from the decoder's own exceptions about malformed gzip.
            refusal = e;
        }
        return true;
    }
}
