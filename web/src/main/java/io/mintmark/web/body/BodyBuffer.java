package io.mintmark.web.body;

import io.mintmark.protocol.ErrorType;
import io.mintmark.web.admission.MemoryClaim;
import io.mintmark.web.http.ApiException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the bytes of one body as they come, never beyond the limit nor beyond the memory that can be claimed. One
 * thread at a time.
 *
 * <p>They lie in pieces until the body is whole: a body that is refused on the way never took one large array, which
 * would burden the garbage collector more than all its small ones.
 */
public final class BodyBuffer {
    private static final int PIECE_BYTES_MAX = 1 << 20;

    private final int bytesMax;
    private final MemoryClaim claim;
    /** All but the last are full. */
    private final List<byte[]> pieces = new ArrayList<>(4);

    private int roomInLast;
    private int length;

    /**
     * Keeps nothing yet.
     *
     * @param bytesExpected room to make at once, or 0
     */
    public BodyBuffer(int bytesMax, int bytesExpected, MemoryClaim claim) {
        this.bytesMax = bytesMax;
        this.claim = claim;
        if (bytesExpected > 0) {
            addPiece(Math.min(bytesMax, bytesExpected));
        }
    }

    /** Adds all of {@code source}, or refuses what is too much. */
    public void append(ByteBuffer source) {
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

    /**
     * Returns a quarter of what came: a body that stops coming keeps little room in vain, and a large one has few
     * pieces.
     */
    private int pieceBytes() {
        return Math.min(length / 4, PIECE_BYTES_MAX);
    }

    private void addPiece(int bytes) {
        claim.add(bytes);
        pieces.add(new byte[bytes]);
        roomInLast = bytes;
    }

    /** Returns how many bytes came so far. */
    public int length() {
        return length;
    }

    /** Frees the bytes that came so far, and returns how many they were. */
    public int forget() {
        claim.add(-(length + roomInLast));
        pieces.clear();
        roomInLast = 0;
        return length;
    }

    /** Returns the whole body; the buffer is of no use from then on. */
    public byte[] bytes() {
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

    /** Returns the refusal of a body that has {@code size} bytes. */
    public static ApiException tooLarge(int bytesMax, String size) {
        return new ApiException(
                ErrorType.BODY_TOO_LARGE,
                "The request body must not exceed limit-body=" + bytesMax + " bytes, decompressed; it has " + size
                        + ".");
    }
}
