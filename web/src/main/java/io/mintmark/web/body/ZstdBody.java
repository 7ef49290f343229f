package io.mintmark.web.body;

import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.web.admission.MemoryClaim;
import io.mintmark.web.http.ApiException;
import java.nio.ByteBuffer;

/** Inflates whole request bodies that are zstd, within their limits. */
final class ZstdBody {
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
                limit.parts(inflater.empty(), "frames and empty blocks");
            }
            inflater.requireEnd();
        }
        return inflated.bytes();
    }

    /** Returns the refusal of a body that is no zstd although its header says so. */
    static ApiException malformed(String why) {
        return new ApiException(
                ErrorType.BAD_REQUEST,
                "The request body is not the zstd that its header promises: " + Printable.brief(why) + ".");
    }
}
