package io.mintmark.encoding;

/**
 * Douglas Crockford's base 32 with its check symbol: for numbers that people read aloud and type.
 *
 * <p>Thirty-two digits, 0 to 9 and A to Z without I, L, O and U. Reading does not tell cases apart, takes i and l for 1
 * and o for 0, and skips hyphens. The check symbol is the number modulo 37, written with the 32 digits and <code>* ~ $
 * = U</code>; because 37 is a prime above 32, one wrong digit, or two neighbouring digits swapped, are always noticed.
 * Other mistakes slip through once in 37. Definition: crockford.com/base32.html. Stateless, safe for any thread.
 *
 * <p>Without a check symbol use {@link NumberText#CROCKFORD32}.
 */
public final class Crockford32 {
    static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final String CHECK_SYMBOLS = DIGITS + "*~$=U";

    private Crockford32() {}

    /** Digits in both cases; i and l read as 1, o as 0, and hyphens as nothing. */
    static byte[] digitValues() {
        byte[] values = DigitValues.of(DIGITS, true);
        for (char one : new char[] {'I', 'i', 'L', 'l'}) {
            values[one] = 1;
        }
        values['O'] = 0;
        values['o'] = 0;
        values['-'] = DigitValues.IGNORED;
        return values;
    }

    /** Returns the check symbol of {@code number}, which must not be negative. */
    public static char checkSymbol(long number) {
        NumberText.requireNotNegative(number);
        return CHECK_SYMBOLS.charAt((int) (number % CHECK_SYMBOLS.length()));
    }

    /** Returns the shortest text of {@code number}, followed by its check symbol. */
    public static String encodeChecked(long number) {
        return NumberText.CROCKFORD32.encode(number) + checkSymbol(number);
    }

    /**
     * Returns the number that {@code text} says before its check symbol.
     *
     * @throws InvalidTextException if it is no such text, longer than {@link NumberText#TEXT_LENGTH_MAX} with its check
     *     symbol, or the check symbol is another number's
     */
    public static long decodeChecked(String text) {
        if (text.length() > NumberText.TEXT_LENGTH_MAX) {
            throw refusal("has at most " + NumberText.TEXT_LENGTH_MAX + " characters", text);
        }
        if (text.isEmpty()) {
            throw refusal("is not empty", text);
        }
        int last = text.length() - 1;
        long number = NumberText.CROCKFORD32.decode(text.substring(0, last));
        if (checkSymbol(number) != canonical(text.charAt(last))) {
            throw refusal("ends with the check symbol of its number", text);
        }
        return number;
    }

    /** The check symbol in capitals, with the same aliases as a digit. */
    private static char canonical(char symbol) {
        return switch (symbol) {
            case 'i', 'I', 'l', 'L' -> '1';
            case 'o', 'O' -> '0';
            default -> symbol >= 'a' && symbol <= 'z' ? (char) (symbol - ('a' - 'A')) : symbol;
        };
    }

    private static InvalidTextException refusal(String rule, String text) {
        return InvalidTextException.of(
                "a checked number in Crockford base 32 " + rule, text, "look for a typing mistake");
    }
}
