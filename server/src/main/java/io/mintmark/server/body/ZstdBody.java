package io.mintmark.server.body;

import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.server.admission.MemoryClaim;
import io.mintmark.server.http.ApiException;
import java.nio.ByteBuffer;

/** Inflates whole request bodies that are zstd, within their limits. */
final class ZstdBody {
    /** As much work as a body of usual frames causes; a body can be made of millions that hold nothing. */
    private static final int EMPTY_MAX = 10_000;

    private ZstdBody() {}

    static byte[] inflate(byte[] zstd, int bytesMax, MemoryClaim claim) {
        BodyBuffer inflated = new BodyBuffer(bytesMax, Math.min(zstd.length, ZstdContext.STEP_BYTES), claim);
        InflationLimit limit = InflationLimit.ofBody(zstd.length);
        ByteBuffer compressed = ByteBuffer.wrap(zstd);
        try (ZstdInflater inflater = ZstdInflater.ofBody()) {
            while (compressed.hasRemaining() || !inflater.isDrained()) {
                ByteBuffer piece = inflater.next(compressed);
                limit.inflated(piece.remaining());
                inflated.append(piece);
                requireContent(inflater);
            }
            inflater.requireEnd();
        }
        return inflated.bytes();
    }

    private static void requireContent(ZstdInflater inflater) {
        if (inflater.empty() > EMPTY_MAX) {
            throw malformed("it has more than " + EMPTY_MAX + " frames and empty blocks");
        }
    }

    /** Returns the refusal of a body that is no zstd although its header says so. */
    static ApiException malformed(String why) {
        return new ApiException(
                ErrorType.BAD_REQUEST,
                "The request body is not the zstd that its header promises: " + Printable.brief(why) + ".");
    }
}
