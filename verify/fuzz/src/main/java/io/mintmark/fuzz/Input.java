package io.mintmark.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** The bytes of one run, taken apart from their beginning; behind their end there are zeros. For one thread. */
public final class Input {
    /** What stands for a UTF-16 unit that follows in two bytes: UTF-8 never has it, and cannot say half a character. */
    private static final int UNIT_MARK = 0xFF;

    private final byte[] bytes;
    private int at;

    /** Reads {@code bytes}, which nobody changes. */
    public Input(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns whether bytes are left. */
    public boolean hasMore() {
        return at < bytes.length;
    }

    /** Returns the next byte, 0 to 255. */
    public int octet() {
        return hasMore() ? bytes[at++] & 0xFF : 0;
    }

    /** Returns the lowest bit of the next byte. */
    public boolean flag() {
        return (octet() & 1) == 1;
    }

    /** Returns a number from 0 that is below {@code bound}, which is at most 256. */
    public int below(int bound) {
        return octet() % bound;
    }

    /** Returns the number that the next eight bytes are, the most significant first. */
    public long number() {
        long number = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            number = number << Byte.SIZE | octet();
        }
        return number;
    }

    /** Returns the bytes up to the next {@code mark}, which is passed over, or all that are left. */
    public byte[] upTo(int mark) {
        int end = at;
        while (end < bytes.length && bytes[end] != (byte) mark) {
            end++;
        }
        byte[] part = Arrays.copyOfRange(bytes, at, end);
        at = Math.min(bytes.length, end + 1);
        return part;
    }

    /** Returns all bytes that are left. */
    public byte[] rest() {
        byte[] rest = Arrays.copyOfRange(bytes, at, bytes.length);
        at = bytes.length;
        return rest;
    }

    /** Returns the text up to the next {@code mark}, or what is left. */
    public String textUpTo(int mark) {
        return text(upTo(mark));
    }

    /** Returns the text that is left. */
    public String text() {
        return text(rest());
    }

    /** Reads UTF-8, and UTF-16 units behind the byte 0xFF: so a text can have halves of characters, too. */
    private static String text(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length);
        int from = 0;
        for (int i = 0; i + 2 < bytes.length; i++) {
            if ((bytes[i] & 0xFF) == UNIT_MARK) {
                text.append(new String(bytes, from, i - from, UTF_8));
                text.append((char) ((bytes[i + 1] & 0xFF) << Byte.SIZE | bytes[i + 2] & 0xFF));
                i += 2;
                from = i + 1;
            }
        }
        return text.append(new String(bytes, from, bytes.length - from, UTF_8)).toString();
    }
}
