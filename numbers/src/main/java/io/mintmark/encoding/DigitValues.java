package io.mintmark.encoding;

import java.util.Arrays;

/** The value that a character of ASCII has as a digit; all others have none. */
final class DigitValues {
    /** The character is no digit. */
    static final int NONE = -1;

    /** The character may stand between digits and says nothing. */
    static final int IGNORED = -2;

    private static final int ASCII = 128;
    private static final int CASE_DISTANCE = 'a' - 'A';

    private DigitValues() {}

    static byte[] of(String digits, boolean caseBlind) {
        byte[] values = new byte[ASCII];
        Arrays.fill(values, (byte) NONE);
        for (int value = 0; value < digits.length(); value++) {
            char digit = digits.charAt(value);
            values[digit] = (byte) value;
            if (caseBlind && digit >= 'a' && digit <= 'z') {
                values[digit - CASE_DISTANCE] = (byte) value;
            } else if (caseBlind && digit >= 'A' && digit <= 'Z') {
                values[digit + CASE_DISTANCE] = (byte) value;
            }
        }
        return values;
    }

    static int at(byte[] values, char unit) {
        return unit < ASCII ? values[unit] : NONE;
    }
}
