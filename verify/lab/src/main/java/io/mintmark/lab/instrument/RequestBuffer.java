package io.mintmark.lab.instrument;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of a request while it is written; grows as needed and is used again. Not thread-safe. */
public final class RequestBuffer {
    private byte[] bytes = new byte[1024];
    private int length;

    /** Empties the buffer. */
    public RequestBuffer clear() {
        length = 0;
        return this;
    }

    /** Appends text that is all ASCII. */
    public RequestBuffer text(String ascii) {
        int more = ascii.length();
        reserve(more);
        for (int i = 0; i < more; i++) {
            bytes[length + i] = (byte) ascii.charAt(i);
        }
        length += more;
        return this;
    }

    /** Appends bytes as they are. */
    public RequestBuffer bytes(byte[] more) {
        reserve(more.length);
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
        return this;
    }

    /** Appends all that another buffer holds. */
    public RequestBuffer append(RequestBuffer other) {
        reserve(other.length);
        System.arraycopy(other.bytes, 0, bytes, length, other.length);
        length += other.length;
        return this;
    }

    /** Appends a number that is not negative, in decimal digits. */
    public RequestBuffer number(long number) {
        if (number < 0) {
            throw new IllegalArgumentException("number must be >= 0: number=" + number);
        }
        int digits = digits(number);
        reserve(digits);
        long rest = number;
        for (int i = length + digits - 1; i >= length; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
        return this;
    }

    private static int digits(long number) {
        int digits = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            digits++;
        }
        return digits;
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    /** Returns how many bytes it holds. */
    public int length() {
        return length;
    }

    /** Returns its bytes for sending; valid until the buffer changes. */
    public ByteBuffer toSend() {
        return ByteBuffer.wrap(bytes, 0, length);
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }
}
