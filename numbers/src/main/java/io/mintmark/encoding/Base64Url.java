package io.mintmark.encoding;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;

/**
 * Base64url of RFC 4648 section 5 without padding: 11 characters for a number, 22 for a UUID, always.
 *
 * <p>The bytes are those of the number or the UUID, the highest first. The shortest of our texts for a UUID; it tells
 * cases apart, may begin with a hyphen, and <strong>does not keep order</strong>. Reading accepts the one spelling that
 * writing makes: the spare bits of the last character must be zero. Stateless, safe for any thread.
 */
public final class Base64Url {
    private static final int NUMBER_WIDTH = 11;
    private static final int UUID_WIDTH = 22;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

    private Base64Url() {}

    /** Returns the {@value #NUMBER_WIDTH} characters of {@code number}, which must not be negative. */
    public static String encode(long number) {
        NumberText.requireNotNegative(number);
        return ENCODER.encodeToString(
                ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    }

    /**
     * Returns the number written {@code text}.
     *
     * @throws InvalidTextException if it is no such text, or says a number above 2^63−1
     */
    public static long decode(String text) {
        long number = bytes(text, NUMBER_WIDTH).getLong();
        if (number < 0) {
            throw refusal("says at most 2^63-1", text);
        }
        return number;
    }

    /** Returns the {@value #UUID_WIDTH} characters of {@code id}. */
    public static String encodeUuid(UUID id) {
        return ENCODER.encodeToString(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array());
    }

    /**
     * Returns the UUID written {@code text}.
     *
     * @throws InvalidTextException if it is no such text
     */
    public static UUID decodeUuid(String text) {
        ByteBuffer bytes = bytes(text, UUID_WIDTH);
        return new UUID(bytes.getLong(), bytes.getLong());
    }

    private static ByteBuffer bytes(String text, int width) {
        if (text.length() != width) {
            throw refusal("has " + width + " characters", text);
        }
        byte[] bytes;
        try {
            bytes = DECODER.decode(text);
        } catch (IllegalArgumentException e) {
            throw refusal("has only the digits A-Z a-z 0-9 - _", text);
        }
        if (!ENCODER.encodeToString(bytes).equals(text)) {
            throw refusal("has no bits set beyond its last byte", text);
        }
        return ByteBuffer.wrap(bytes);
    }

    private static InvalidTextException refusal(String rule, String text) {
        return InvalidTextException.of("base64url of a number or UUID " + rule, text, "send it as it was written");
    }
}
