package io.mintmark.server.http;

import java.nio.ByteBuffer;

/** A body that is in memory already, in pieces small enough to see how fast it is read. One thread at a time. */
final class SlicedBody implements ReplySender.Pieces {
    private final byte[] body;
    private int sent;

    SlicedBody(byte[] body) {
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
