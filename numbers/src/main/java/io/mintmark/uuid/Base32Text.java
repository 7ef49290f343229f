package io.mintmark.uuid;

import java.util.Arrays;

/**
 * 128 bits as 26 digits of base 32, five bits each, the highest first; the first digit has three bits and is 7 at most.
 *
 * <p>The digits are Crockford's, 0 to 9 and the letters without i, l, o and u; no aliases, so that one id has one text.
 */
enum Base32Text {
    /** Writes capitals, reads both cases. */
    ULID("0123456789ABCDEFGHJKMNPQRSTVWXYZ", "0123456789abcdefghjkmnpqrstvwxyz"),

    /** Small letters only. */
    TYPE_ID("0123456789abcdefghjkmnpqrstvwxyz", "");

    static final int WIDTH = 26;

    /** Answer of {@link #invalid}: all is well. */
    static final String VALID = "";

    private static final int FIRST_SHIFT = 125;
    private static final int BITS = 5;

    private final String digits;
    private final byte[] values = new byte[128];

    Base32Text(String digits, String alsoRead) {
        this.digits = digits;
        Arrays.fill(values, (byte) -1);
        for (int value = 0; value < digits.length(); value++) {
            values[digits.charAt(value)] = (byte) value;
            if (!alsoRead.isEmpty()) {
                values[alsoRead.charAt(value)] = (byte) value;
            }
        }
    }

    String write(long high, long low) {
        char[] text = new char[WIDTH];
        for (int at = 0; at < WIDTH; at++) {
            text[at] = digits.charAt((int) bitsFrom(high, low, FIRST_SHIFT - BITS * at) & 31);
        }
        return new String(text);
    }

    private static long bitsFrom(long high, long low, int shift) {
        if (shift >= Long.SIZE) {
            return high >>> (shift - Long.SIZE);
        }
        return shift + BITS > Long.SIZE ? high << (Long.SIZE - shift) | low >>> shift : low >>> shift;
    }

    /** Returns which rule {@code text} breaks, or {@link #VALID}. */
    String invalid(String text) {
        if (text.length() != WIDTH) {
            return "has " + WIDTH + " characters";
        }
        if (!text.chars().allMatch(unit -> unit < values.length && values[unit] >= 0)) {
            return "has only the digits " + digits;
        }
        return text.charAt(0) > '7' ? "begins with 0 to 7, or it is more than 128 bits" : VALID;
    }

    /** Returns the upper half of a valid text. */
    long high(String text) {
        // Thirteen digits are 3 + 12 · 5 = 63 bits; the last one is the top bit of the fourteenth digit.
        long high = 0;
        for (int at = 0; at < 13; at++) {
            high = high << BITS | values[text.charAt(at)];
        }
        return high << 1 | values[text.charAt(13)] >>> 4;
    }

    /** Returns the lower half of a valid text. */
    long low(String text) {
        long low = 0;
        for (int at = 13; at < WIDTH; at++) {
            low = low << BITS | values[text.charAt(at)];
        }
        return low;
    }
}
