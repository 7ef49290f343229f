package io.mintmark.server.http;

import io.mintmark.protocol.ErrorType;

/**
 * How much more compressed bytes may become: each of them 200, and a body as a whole 1 MiB in any case. Used by one thread at
 * a time.
 *
 * <p>What a stream did not use it may use later, up to a limit: bytes that were sent long ago do not pay for ever.
 */
final class InflationLimit {
    /** JSON that people write shrinks to a tenth, rarely to a fiftieth; what grows more than this was made to. */
    static final long TIMES_MAX = 200;
    /** Small bodies may grow as they like. */
    static final int BYTES_FREE = 1 << 20;

    private final String what;
    private final long leftMax;
    private long left;
    private long compressed;

    private InflationLimit(String what, long left, long leftMax) {
        this.what = what;
        this.left = left;
        this.leftMax = leftMax;
    }

    /** Returns the growth of a body that is there whole. */
    static InflationLimit ofABody(long compressedBytes) {
        InflationLimit growth = new InflationLimit("request body", 0, Long.MAX_VALUE);
        growth.compressed(compressedBytes);
        growth.left = Math.max(BYTES_FREE, growth.left);
        return growth;
    }

    /** Returns the growth of a body that is used while it arrives, which never has more than {@code leftMax} bytes to use. */
    static InflationLimit ofAStream(int leftMax) {
        return new InflationLimit("stream", BYTES_FREE, Math.max(BYTES_FREE, leftMax));
    }

    /** To be told of {@code bytes} before they are inflated. */
    void compressed(long bytes) {
        compressed += bytes;
        left = Math.min(leftMax, left + TIMES_MAX * bytes);
    }

    /** To be told that {@code bytes} came of it; refuses what is too much. */
    void inflated(long bytes) {
        left -= bytes;
        if (left < 0) {
            throw new ApiException(
                    ErrorType.BODY_TOO_LARGE,
                    "A compressed " + what + " must not grow to more than " + TIMES_MAX + " times its " + compressed
                            + " bytes: send it uncompressed.");
        }
    }
}
