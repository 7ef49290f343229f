package io.mintmark.encoding;

/** The remainder of a decimal number of any length modulo 97, digit by digit. */
final class Mod97 {
    private static final int MODULUS = 97;

    private Mod97() {}

    static int remainder(String digits) {
        int remainder = 0;
        for (int at = 0; at < digits.length(); at++) {
            remainder = (remainder * 10 + digits.charAt(at) - '0') % MODULUS;
        }
        return remainder;
    }
}
