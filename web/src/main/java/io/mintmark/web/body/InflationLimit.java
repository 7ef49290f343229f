package io.mintmark.web.body;

import io.mintmark.protocol.ErrorType;
import io.mintmark.web.http.ApiException;

/**
 * Bounds what compressed bytes inflate to: 200 bytes each, and a body as a whole 1 MiB in any case. Used by one thread
 * at a time.
 *
 * <p>A stream may use later what it did not use yet, up to a limit: bytes that were sent long ago do not pay for ever.
 */
public final class InflationLimit {
    /**
     * JSON that people write shrinks to a tenth, rarely to a fiftieth; a body that inflates more than this was made to.
     */
    static final long TIMES_MAX = 200;
    /** Up to this size, bodies may inflate as they like. */
    static final int BYTES_FREE = 1 << 20;
    /** As much work as a body of usual parts causes; a body can be made of millions that hold nothing. */
    static final int PARTS_MAX = 10_000;

    private final String what;
    private final long leftMax;
    private long left;
    private long compressed;

    private InflationLimit(String what, long left, long leftMax) {
        this.what = what;
        this.left = left;
        this.leftMax = leftMax;
    }

    /** Returns the limit of a body that is there whole. */
    static InflationLimit ofBody(long compressedBytes) {
        InflationLimit limit = new InflationLimit("request body", 0, Long.MAX_VALUE);
        limit.compressed(compressedBytes);
        limit.left = Math.max(BYTES_FREE, limit.left);
        return limit;
    }

    /**
     * Returns the limit of a body that is used while it arrives, which never has more than {@code leftMax} bytes to
     * use.
     */
    public static InflationLimit ofStream(int leftMax) {
        return new InflationLimit("stream", BYTES_FREE, Math.max(BYTES_FREE, leftMax));
    }

    /** Counts compressed {@code bytes} before they are inflated. */
    public void compressed(long bytes) {
        compressed += bytes;
        left = Math.min(leftMax, left + TIMES_MAX * bytes);
    }

    /** Counts inflated {@code bytes}; refuses those that are too many. */
    public void inflated(long bytes) {
        left -= bytes;
        if (left < 0) {
            throw new ApiException(
                    ErrorType.BODY_TOO_LARGE,
                    "A compressed " + what + " must not grow to more than " + TIMES_MAX + " times its " + compressed
                            + " bytes: send it uncompressed.");
        }
    }

    /** Refuses a body that is made of more than {@value #PARTS_MAX} {@code parts}, which are called {@code name}. */
    void parts(int parts, String name) {
        if (parts > PARTS_MAX) {
            throw new ApiException(
                    ErrorType.BAD_REQUEST,
                    "A compressed " + what + " must not have more than " + PARTS_MAX + " " + name
                            + ": compress it in one piece.");
        }
    }
}
