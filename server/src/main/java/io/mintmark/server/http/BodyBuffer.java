package io.mintmark.server.http;

import io.mintmark.protocol.ErrorType;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Bytes of one body, which grow as they come and never beyond the limit. One thread at a time. */
final class BodyBuffer {
    private final int bytesMax;
    private byte[] bytes;
    private int length;

    BodyBuffer(int bytesMax, int bytesExpected) {
        this.bytesMax = bytesMax;
        this.bytes = new byte[Math.min(bytesMax, bytesExpected)];
    }

    void append(byte[] source, int count) {
        append(ByteBuffer.wrap(source, 0, count));
    }

    void append(ByteBuffer source) {
        int count = source.remaining();
        if (count > bytesMax - length) {
            throw tooLarge(bytesMax, "more");
        }
        if (count > bytes.length - length) {
            long doubled = Math.max(2L * bytes.length, (long) length + count);
            bytes = Arrays.copyOf(bytes, (int) Math.min(doubled, bytesMax));
        }
        source.get(bytes, length, count);
        length += count;
    }

    byte[] bytes() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    static ApiException tooLarge(int bytesMax, String size) {
        return new ApiException(
                ErrorType.BODY_TOO_LARGE,
                "The request body must not exceed bodyBytesMax=" + bytesMax + " bytes, decompressed; it has " + size
                        + ".");
    }
}
