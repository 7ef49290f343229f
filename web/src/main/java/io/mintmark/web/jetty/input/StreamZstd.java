package io.mintmark.web.jetty.input;

import io.mintmark.web.body.InflationLimit;
import io.mintmark.web.body.ZstdInflater;
import java.nio.ByteBuffer;
import java.util.function.Predicate;

/** Inflates zstd that arrives in pieces. */
public final class StreamZstd implements StreamInflater {
    private final ZstdInflater inflater;
    private final InflationLimit limit;
    private final Predicate<ByteBuffer> target;
    private boolean wanted = true;

    /**
     * Hands inflated bytes to {@code target}, which returns whether it wants more; refuses those beyond {@code limit}.
     */
    public StreamZstd(ZstdInflater inflater, InflationLimit limit, Predicate<ByteBuffer> target) {
        this.inflater = inflater;
        this.limit = limit;
        this.target = target;
    }

    @Override
    public void arrived(int compressedBytes) {
        limit.compressed(compressedBytes);
    }

    @Override
    public boolean handOn(ByteBuffer compressed) {
        ByteBuffer piece = inflater.next(compressed);
        if (piece.hasRemaining()) {
            limit.inflated(piece.remaining());
            wanted = target.test(piece);
        }
        return compressed.hasRemaining() || !inflater.isDrained();
    }

    @Override
    public boolean isMoreWanted() {
        return wanted;
    }

    @Override
    public void requireNothingBehind(ByteBuffer compressed) {
        while (compressed.hasRemaining() || !inflater.isDrained()) {
            ByteBuffer piece = inflater.next(compressed);
            limit.inflated(piece.remaining());
            StreamInflater.requireWhiteSpace(piece);
        }
    }

    @Override
    public void requireEnd() {
        if (wanted) {
            inflater.requireEnd();
        }
    }

    @Override
    public void destroy() {
        inflater.close();
    }
}
