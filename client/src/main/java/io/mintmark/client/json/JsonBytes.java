package io.mintmark.client.json;

import java.io.OutputStream;
import java.util.Arrays;

/** Bytes of JSON in memory that can be looked at while they are written, without a copy; for one thread. */
public final class JsonBytes extends OutputStream {
    private byte[] bytes;
    private int size;

    /** Begins with room for {@code capacity} bytes. */
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

    /** Returns how many bytes were written. */
    public int size() {
        return size;
    }

    /** Returns the array that holds them, from its first byte on; it is another one after more were written. */
    public byte[] array() {
        return bytes;
    }

    /** Forgets all but the first {@code kept} bytes and keeps the room for them. */
    public void truncate(int kept) {
        size = Math.min(size, kept);
    }
}
