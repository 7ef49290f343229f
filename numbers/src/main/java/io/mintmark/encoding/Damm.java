package io.mintmark.encoding;

/**
 * Damm's quasigroup of order 10: walks a table by digits; a number with its check digit ends at 0.
 *
 * <p>The table is totally anti-symmetric with zeros in the diagonal, so the check digit is where the walk ends, one
 * wrong digit always ends elsewhere, and so do two neighbours swapped.
 */
final class Damm {
    private static final String[] TABLE = {
        "0317598642",
        "7092154863",
        "4206871359",
        "1750983426",
        "6123045978",
        "3674209581",
        "5869720134",
        "8945362017",
        "9438617205",
        "2581436790"
    };

    private Damm() {}

    static int interim(String digits) {
        int interim = 0;
        for (int at = 0; at < digits.length(); at++) {
            interim = TABLE[interim].charAt(digits.charAt(at) - '0') - '0';
        }
        return interim;
    }
}
