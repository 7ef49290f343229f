package io.mintmark.document;

import io.mintmark.hilo.HiLoHandle;
import io.mintmark.range.Range;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Writes document ids into a buffer as an odometer turns: of {@code orders/1299-A} only the digits that change are
 * written to make {@code orders/1300-A}. No garbage, no String unless asked for.
 *
 * <p>The buffer is the caller's, to read the id from; between two calls nobody may change the bytes of the id. Order
 * per writer only. <b>Not thread-safe.</b>
 */
public final class DocumentIdWriter {
    private static final long NONE = Long.MIN_VALUE;

    private final HiLoHandle handle;
    private final byte[] buffer;
    private final int offset;
    private long written = NONE;
    private Range range = Range.of(0, 0);
    private int firstDigit;
    private int lastDigit;
    private int length;
    private Charset charset = StandardCharsets.ISO_8859_1;

    DocumentIdWriter(HiLoHandle handle, byte[] buffer, int offset) {
        if (offset < 0 || offset > buffer.length) {
            throw new IllegalArgumentException(
                    "the offset must lie in the buffer: offset=" + offset + ", length=" + buffer.length);
        }
        this.handle = handle;
        this.buffer = buffer;
        this.offset = offset;
    }

    /**
     * Writes the next id and returns its length in bytes of UTF-8.
     *
     * @throws IllegalArgumentException if the buffer is too small for it; the number is lost
     */
    public int next() {
        long number = handle.next();
        if (number != written + 1 || handle.range() != range || !turn()) {
            write(number);
        }
        written = number;
        return length;
    }

    /** Writes the next id and returns it as a String. */
    public String nextString() {
        int bytes = next();
        return new String(buffer, offset, bytes, charset);
    }

    /** Adds one to the digits; false if they are all nines, so that there must be one more. */
    private boolean turn() {
        int at = lastDigit;
        while (buffer[at] == '9') {
            if (at == firstDigit) {
                return false;
            }
            buffer[at--] = '0';
        }
        buffer[at]++;
        return true;
    }

    private void write(long number) {
        range = handle.range();
        String text = DocumentIds.text(range, number);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > buffer.length - offset) {
            throw new IllegalArgumentException("the buffer must hold the id " + text + ": " + bytes.length
                    + " bytes are needed, " + (buffer.length - offset) + " are there; give a larger one");
        }
        System.arraycopy(bytes, 0, buffer, offset, bytes.length);
        length = bytes.length;
        firstDigit = offset + range.prefix().getBytes(StandardCharsets.UTF_8).length;
        lastDigit = firstDigit + Long.toString(number).length() - 1;
        charset = bytes.length == text.length() ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
    }
}
