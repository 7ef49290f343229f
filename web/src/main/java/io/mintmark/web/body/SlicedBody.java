package io.mintmark.web.body;

import java.nio.ByteBuffer;

/** A body that is in memory already, in pieces small enough to see how fast it is read. One thread at a time. */
public final class SlicedBody implements ReplyPieces {
    private final byte[] body;
    private int sent;

    /** Cuts {@code body}, which is not copied. */
    public SlicedBody(byte[] body) {
        this.body = body;
    }

    @Override
    public ByteBuffer next() {
        int length = Math.min(body.length - sent, WrittenBody.PIECE_BYTES);
        sent += length;
        return ByteBuffer.wrap(body, sent - length, length);
    }

    @Override
    public boolean hasMore() {
        return sent < body.length;
    }

    @Override
    public void release() {
        // The array is all there is.
    }
}
