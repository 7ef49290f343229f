package io.mintmark.encoding;

/**
 * A way to write the numbers 0 to 2^63−1 with letters and digits, one text a number, and to read them back.
 *
 * <p>Reading is strict: what is not a number in this spelling, or is above 2^63−1, is refused with an
 * {@link InvalidTextException}, in time that does not grow with the text. {@link #decode} reads what {@link #encode}
 * writes, and {@link #decodeFixed} what {@link #encodeFixed} writes: two texts of one number would be two keys of a
 * cache. Base 36 is read in both cases, and Crockford's base 32 as people type it; compare their numbers, not their
 * texts. Implementations are stateless and safe for any thread. {@link #encodeFixed} pads with the zero digit; padded
 * texts sort as the numbers do where {@link #keepsOrder()} says so, by the order of ASCII.
 */
public enum NumberText {
    /** Base 36: 0 to 9 and a to z; 13 characters. Read in both cases. For where letters have no case. */
    BASE36("base 36", "0123456789abcdefghijklmnopqrstuvwxyz", true),

    /** Base 62: 0 to 9, A to Z, a to z; 11 characters. Needs a column and a reader that tell a from A. */
    BASE62("base 62", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", false),

    /**
     * Base 32 of Douglas Crockford without a check symbol: digits and letters without I, L, O, U; 13 characters. Reads
     * as {@link Crockford32} does, and with leading zeros, which count for nothing.
     */
    CROCKFORD32("Crockford base 32", Crockford32.DIGITS, Crockford32.digitValues());

    /** More characters than this are refused unread; hyphens and zeros included. */
    public static final int TEXT_LENGTH_MAX = 64;

    private final String title;
    private final String digits;
    private final byte[] values;
    private final int width;

    NumberText(String title, String digits, boolean caseBlind) {
        this(title, digits, DigitValues.of(digits, caseBlind));
    }

    NumberText(String title, String digits, byte[] values) {
        this.title = title;
        this.digits = digits;
        this.values = values;
        this.width = write(Long.MAX_VALUE).length();
    }

    /** Returns the shortest text of {@code number}; throws {@link IllegalArgumentException} if that is negative. */
    public String encode(long number) {
        requireNotNegative(number);
        return write(number);
    }

    /** Returns the text of {@code number} padded with zero digits to {@link #width()} characters. */
    public String encodeFixed(long number) {
        String text = encode(number);
        return digits.substring(0, 1).repeat(width - text.length()) + text;
    }

    /**
     * Returns the number whose shortest text is {@code text}; Crockford's may have leading zeros.
     *
     * @throws InvalidTextException if it is empty, too long, above 2^63−1, or has a character that is no digit here, or
     *     a leading zero
     */
    public long decode(String text) {
        requireShort(text);
        if (text.length() > 1 && text.charAt(0) == digits.charAt(0) && this != CROCKFORD32) {
            throw refusal("no leading zeros, unless it is padded and read by decodeFixed", text);
        }
        return read(text);
    }

    /**
     * Returns the number whose padded text is {@code text}: {@link #width()} digits, leading zeros included.
     *
     * @throws InvalidTextException if it has more or fewer digits; else as {@link #decode} does
     */
    public long decodeFixed(String text) {
        requireShort(text);
        if (digitsOf(text) != width) {
            throw refusal(width + " digits where it is padded", text);
        }
        return read(text);
    }

    private void requireShort(String text) {
        if (text.length() > TEXT_LENGTH_MAX) {
            throw refusal("at most " + TEXT_LENGTH_MAX + " characters", text);
        }
    }

    private long digitsOf(String text) {
        return text.chars()
                .filter(unit -> DigitValues.at(values, (char) unit) != DigitValues.IGNORED)
                .count();
    }

    private long read(String text) {
        long number = 0;
        int seen = 0;
        for (int at = 0; at < text.length(); at++) {
            int value = DigitValues.at(values, text.charAt(at));
            if (value == DigitValues.IGNORED) {
                continue;
            }
            if (value == DigitValues.NONE) {
                throw refusal("only the digits " + digits, text);
            }
            number = append(number, value, text);
            seen++;
        }
        if (seen == 0) {
            throw refusal("at least one digit", text);
        }
        return number;
    }

    private long append(long number, int value, String text) {
        if (number > (Long.MAX_VALUE - value) / digits.length()) {
            throw refusal("at most 2^63-1, which is " + write(Long.MAX_VALUE), text);
        }
        return number * digits.length() + value;
    }

    private String write(long number) {
        char[] text = new char[Long.SIZE];
        int at = text.length;
        long rest = number;
        do {
            text[--at] = digits.charAt((int) (rest % digits.length()));
            rest /= digits.length();
        } while (rest != 0);
        return new String(text, at, text.length - at);
    }

    private InvalidTextException refusal(String rule, String text) {
        return InvalidTextException.of("a number in " + title + " has " + rule, text, "send it as it was written");
    }

    static void requireNotNegative(long number) {
        if (number < 0) {
            throw new IllegalArgumentException(
                    "only numbers from 0 to 2^63-1 have a text: number=" + number + "; ids begin at 1");
        }
    }

    /** Returns how many characters the largest number needs. */
    public int width() {
        return width;
    }

    /**
     * Returns whether padded texts, compared by ASCII, sort as their numbers: here all do; {@link Base64Url} does not.
     */
    public boolean keepsOrder() {
        return digits.chars()
                .sorted()
                .boxed()
                .toList()
                .equals(digits.chars().boxed().toList());
    }
}
