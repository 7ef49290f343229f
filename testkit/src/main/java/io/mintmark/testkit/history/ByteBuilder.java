package io.mintmark.testkit.history;

import java.util.Arrays;

/** Bytes that grow: numbers in groups of seven bits, texts letter by letter, so that each text comes back exactly. */
final class ByteBuilder {
    private static final int GROUP_BITS = 7;
    private static final int MORE = 1 << GROUP_BITS;

    private byte[] bytes = new byte[1 << 16];
    private int size;

    int size() {
        return size;
    }

    /** Returns what was written, and begins anew. */
    byte[] take() {
        byte[] taken = Arrays.copyOf(bytes, size);
        size = 0;
        return taken;
    }

    ByteBuilder octet(int value) {
        if (size == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * size);
        }
        bytes[size++] = (byte) value;
        return this;
    }

    /** Writes 64 bits, fewer bytes for a smaller number without a sign. */
    ByteBuilder unsigned(long value) {
        long rest = value;
        while ((rest & -MORE) != 0) {
            octet((int) (rest & (MORE - 1)) | MORE);
            rest >>>= GROUP_BITS;
        }
        return octet((int) rest);
    }

    /** Writes fewer bytes for a number that is nearer to 0. */
    ByteBuilder signed(long value) {
        return unsigned((value << 1) ^ (value >> (Long.SIZE - 1)));
    }

    ByteBuilder text(String text) {
        unsigned(text.length());
        for (int i = 0; i < text.length(); i++) {
            unsigned(text.charAt(i));
        }
        return this;
    }
}
