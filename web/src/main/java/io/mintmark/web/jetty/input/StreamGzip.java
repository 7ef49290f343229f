package io.mintmark.web.jetty.input;

import io.mintmark.web.body.GzipBody;
import io.mintmark.web.body.GzipInflater;
import io.mintmark.web.body.InflationLimit;
import java.nio.ByteBuffer;
import java.util.function.Predicate;
import java.util.zip.DataFormatException;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;

/** Inflates gzip that arrives in pieces. */
public final class StreamGzip implements StreamInflater {
    private final ByteBufferPool buffers;
    private final InflationLimit limit;
    private final Predicate<ByteBuffer> target;
    private final GzipInflater inflater = new GzipInflater();
    private boolean wanted = true;

    /**
     * Hands inflated bytes to {@code target}, which returns whether it wants more; refuses those beyond {@code limit}.
     */
    public StreamGzip(ByteBufferPool buffers, InflationLimit limit, Predicate<ByteBuffer> target) {
        this.buffers = buffers;
        this.limit = limit;
        this.target = target;
    }

    @Override
    public void arrived(int compressedBytes) {
        limit.compressed(compressedBytes);
    }

    @Override
    public boolean handOn(ByteBuffer compressed) {
        boolean any = inflate(compressed, piece -> wanted = target.test(piece));
        return any || compressed.hasRemaining();
    }

    @Override
    public boolean isMoreWanted() {
        return wanted;
    }

    @Override
    public void requireNothingBehind(ByteBuffer compressed) {
        boolean any = true;
        while (any || compressed.hasRemaining()) {
            any = inflate(compressed, StreamInflater::requireWhiteSpace);
        }
    }

    @Override
    public void requireEnd() {
        if (wanted) {
            try {
                inflater.requireEnd();
            } catch (DataFormatException e) {
                throw GzipBody.notGzip();
            }
        }
    }

    /** What is done with a piece. */
    @FunctionalInterface
    private interface Use {
        void of(ByteBuffer piece);
    }

    /** Inflates one piece into a buffer that no stream keeps while it waits; returns whether there was any. */
    private boolean inflate(ByteBuffer compressed, Use use) {
        RetainableByteBuffer pooled = buffers.acquire(PIECE_BYTES, false);
        try {
            ByteBuffer piece = pooled.getByteBuffer();
            BufferUtil.clearToFill(piece);
            piece.limit(PIECE_BYTES);
            inflater.next(compressed, piece);
            BufferUtil.flipToFlush(piece, 0);
            boolean any = piece.hasRemaining();
            if (any) {
                limit.inflated(piece.remaining());
                use.of(piece);
            }
            return any;
        } catch (DataFormatException e) {
            throw GzipBody.notGzip();
        } finally {
            boolean ignored = pooled.release();
        }
    }

    @Override
    public void destroy() {
        inflater.close();
    }
}
