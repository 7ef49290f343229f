package io.mintmark.server.http;

import java.nio.ByteBuffer;

/** A body that is in memory already, in pieces small enough to see how fast it is read. One thread at a time. */
final class Slices implements ReplySender.Pieces {
    private final byte[] body;
    private int sent;

    Slices(byte[] body) {
        this.body = body;
    }

    @Override
    public ByteBuffer next() {
        int length = Math.min(body.length - sent, WrittenParts.PIECE_BYTES);
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
