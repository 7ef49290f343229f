package io.mintmark.server.http;

import io.mintmark.protocol.ErrorType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes of one body, kept as they come, never beyond the limit nor what can be claimed. One thread at a time.
 *
 * <p>They lie in pieces until they are whole: a body that is refused on the way never took one large array, which would
 * burden the garbage collector more than all its small ones.
 */
final class BodyBuffer {
    private static final int PIECE_BYTES_MAX = 1 << 20;

    private final int bytesMax;
    private final MemoryClaim claim;
    /** All but the last are full. */
    private final List<byte[]> pieces = new ArrayList<>(4);

    private int roomInLast;
    private int length;

    BodyBuffer(int bytesMax, int bytesExpected, MemoryClaim claim) {
        this.bytesMax = bytesMax;
        this.claim = claim;
        if (bytesExpected > 0) {
            addPiece(Math.min(bytesMax, bytesExpected));
        }
    }

    void append(byte[] source, int count) {
        append(ByteBuffer.wrap(source, 0, count));
    }

    void append(ByteBuffer source) {
        if (source.remaining() > bytesMax - length) {
            throw tooLarge(bytesMax, "more");
        }
        while (source.hasRemaining()) {
            if (roomInLast == 0) {
                addPiece(Math.min(bytesMax - length, Math.max(source.remaining(), pieceBytes())));
            }
            byte[] last = pieces.get(pieces.size() - 1);
            int count = Math.min(source.remaining(), roomInLast);
            source.get(last, last.length - roomInLast, count);
            roomInLast -= count;
            length += count;
        }
    }

    /** A quarter of what came: a body that stops coming keeps little room in vain, and a large one has few pieces. */
    private int pieceBytes() {
        return Math.min(length / 4, PIECE_BYTES_MAX);
    }

    private void addPiece(int bytes) {
        claim.add(bytes);
        pieces.add(new byte[bytes]);
        roomInLast = bytes;
    }

    int length() {
        return length;
    }

    /** Frees what came so far, and returns how much it was. */
    int forget() {
        claim.add(-(length + roomInLast));
        pieces.clear();
        roomInLast = 0;
        return length;
    }

    /** Returns the whole body; the buffer is of no use from then on. */
    byte[] bytes() {
        if (pieces.size() == 1 && roomInLast == 0) {
            return pieces.get(0);
        }
        byte[] whole = new byte[length];
        int at = 0;
        for (byte[] piece : pieces) {
            int count = Math.min(piece.length, length - at);
            System.arraycopy(piece, 0, whole, at, count);
            at += count;
        }
        pieces.clear();
        return whole;
    }

    static ApiException tooLarge(int bytesMax, String size) {
        return new ApiException(
                ErrorType.BODY_TOO_LARGE,
                "The request body must not exceed bodyBytesMax=" + bytesMax + " bytes, decompressed; it has " + size
                        + ".");
    }
}
