package io.mintmark.encoding;

/**
 * One or two digits after a number that show whether it was mistyped: the number stays a number.
 *
 * <p>Both ways notice every single wrong digit and every swap of neighbours. {@link #DAMM} adds one digit and lets
 * other mistakes through once in 10; {@link #MOD_97_10} adds two and lets them through about once in 97. They are
 * against slips, not against anybody who means it. Stateless, safe for any thread; a text has at most
 * {@value #TEXT_LENGTH_MAX} digits.
 */
public enum CheckDigits {
    /** One digit, by the quasigroup of order 10 in H. Michael Damm's thesis (Marburg, 2004), page 111. */
    DAMM(1) {
        @Override
        String of(String digits) {
            return String.valueOf((char) ('0' + Damm.interim(digits)));
        }
    },

    /** Two digits, by ISO 7064 MOD 97-10: number and check digits together leave 1 modulo 97. */
    MOD_97_10(2) {
        @Override
        String of(String digits) {
            int check = 98 - Mod97.remainder(digits + "00");
            return check < 10 ? "0" + check : String.valueOf(check);
        }
    };

    /** Most digits of a text, check digits included. */
    public static final int TEXT_LENGTH_MAX = 1_000;

    private final int width;

    CheckDigits(int width) {
        this.width = width;
    }

    abstract String of(String digits);

    /**
     * Returns the check digits of {@code digits}.
     *
     * @throws InvalidTextException if that is not digits 0 to 9, at least one, or too many for a text together with
     *     their check digits
     */
    public String checkDigits(String digits) {
        requireDigits(digits, 1, TEXT_LENGTH_MAX - width);
        return of(digits);
    }

    /** Returns {@code digits} followed by their check digits; throws as {@link #checkDigits} does. */
    public String append(String digits) {
        return digits + checkDigits(digits);
    }

    /**
     * Returns {@code number} in decimal, followed by its check digits.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public String append(long number) {
        NumberText.requireNotNegative(number);
        return append(Long.toString(number));
    }

    /** Returns whether {@code text} is digits followed by their own check digits. */
    public boolean isValid(String text) {
        return text.length() > width
                && text.length() <= TEXT_LENGTH_MAX
                && isDigits(text)
                && text.endsWith(of(text.substring(0, text.length() - width)));
    }

    /**
     * Returns {@code text} without its check digits, after they were found right.
     *
     * @throws InvalidTextException if they are wrong, or the text is not digits
     */
    public String strip(String text) {
        requireDigits(text, width + 1, TEXT_LENGTH_MAX);
        if (!isValid(text)) {
            throw InvalidTextException.of(
                    "a number with check digits ends with those of " + this, text, "look for a typing mistake");
        }
        return text.substring(0, text.length() - width);
    }

    private static void requireDigits(String text, int least, int most) {
        if (text.length() < least || text.length() > most || !isDigits(text)) {
            throw InvalidTextException.of(
                    "check digits belong to " + least + " to " + most + " digits 0 to 9",
                    text,
                    "leave out spaces and letters");
        }
    }

    private static boolean isDigits(String text) {
        return text.chars().allMatch(unit -> unit >= '0' && unit <= '9');
    }
}
