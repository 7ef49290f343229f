package io.mintmark.web.body;

import io.mintmark.protocol.ErrorType;
import io.mintmark.web.admission.MemoryClaim;
import io.mintmark.web.http.ApiException;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;

/** Inflates whole request bodies that are gzip, within their limits; {@link ContentCoding} says what they are. */
public final class GzipBody {
    private static final int CHUNK_BYTES = 16 << 10;

    private GzipBody() {}

    /** Returns how many bytes the end of {@code gzip} says it holds (RFC 1952, ISIZE), which need not be true. */
    public static long bytesPromised(byte[] gzip) {
        int at = gzip.length - Integer.BYTES;
        if (at < 0) {
            return 0;
        }
        long promised = 0;
        for (int i = Integer.BYTES - 1; i >= 0; i--) {
            promised = promised << Byte.SIZE | gzip[at + i] & 0xFF;
        }
        return promised;
    }

    /**
     * Returns the bytes that {@code gzip} holds, or refuses it as soon as they are more than {@code bytesMax}, than can
     * be claimed, or than {@link InflationLimit} allows.
     */
    public static byte[] inflate(byte[] gzip, int bytesMax, MemoryClaim claim) {
        BodyBuffer inflated = new BodyBuffer(bytesMax, CHUNK_BYTES, claim);
        InflationLimit limit = InflationLimit.ofBody(gzip.length);
        ByteBuffer compressed = ByteBuffer.wrap(gzip);
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
        try (GzipInflater inflater = new GzipInflater()) {
            do {
                inflater.next(compressed, chunk.clear());
                limit.inflated(chunk.position());
                inflated.append(chunk.flip());
                limit.parts(inflater.members(), "members");
            } while (compressed.hasRemaining() || chunk.limit() > 0);
            inflater.requireEnd();
        } catch (DataFormatException e) {
            throw notGzip();
        }
        return inflated.bytes();
    }

    /** Returns the refusal of a body that is no gzip although its header says so. */
    public static ApiException notGzip() {
        return new ApiException(ErrorType.BAD_REQUEST, "The request body is not the gzip that its header promises.");
    }
}
