package io.mintmark.client.json;

import java.io.OutputStream;
import java.util.Arrays;

/** A buffer of JSON bytes that can be read while it is written, without a copy; for one thread. */
public final class JsonBytes extends OutputStream {
    private byte[] bytes;
    private int size;

    /** Creates a buffer with room for {@code capacity} bytes; it grows as needed. */
    public JsonBytes(int capacity) {
        this.bytes = new byte[capacity];
    }

    @Override
    public void write(int one) {
        requireRoom(1);
        bytes[size++] = (byte) one;
    }

    @Override
    public void write(byte[] from, int offset, int length) {
        requireRoom(length);
        System.arraycopy(from, offset, bytes, size, length);
        size += length;
    }

    private void requireRoom(int more) {
        if (more > bytes.length - size) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), grown()));
        }
    }

    private int grown() {
        return (int) Math.min(Integer.MAX_VALUE - 8L, 2L * bytes.length);
    }

    /** Returns the number of bytes written. */
    public int size() {
        return size;
    }

    /** Returns the array that holds the bytes from its start on; it may be replaced when more are written. */
    public byte[] array() {
        return bytes;
    }

    /** Forgets all but the first {@code kept} bytes; the room stays. */
    public void truncate(int kept) {
        size = Math.min(size, kept);
    }
}
