package io.mintmark.scramble;

import io.mintmark.encoding.InvalidTextException;

/**
 * A number as the world sees it, with the id of the key that made it; in text {@code k1.8067453921}.
 *
 * @param keyId which key reads it
 * @param number what the permutation answered, at least 1
 */
public record PublishedNumber(String keyId, long number) {
    private static final String FORM = "a published number is written key id, a dot, and 1 to 9223372036854775807";

    /** Checks both parts; throws {@link IllegalArgumentException} naming the one that does not fit. */
    public PublishedNumber {
        PermutationKey.requireId(keyId);
        if (number < 1) {
            throw new IllegalArgumentException("published numbers begin at 1: number=" + number);
        }
    }

    /**
     * Reads what {@link #toString()} wrote, and no other spelling: no sign, no leading zero, ASCII digits only.
     *
     * @throws InvalidTextException if the text is anything else
     */
    public static PublishedNumber parse(String text) {
        int dot = text.indexOf('.');
        if (dot < 1 || !PermutationKey.isId(text.substring(0, dot)) || !isNumber(text, dot + 1)) {
            throw InvalidTextException.of(FORM, text, "send it as it was published");
        }
        try {
            return new PublishedNumber(text.substring(0, dot), Long.parseLong(text, dot + 1, text.length(), 10));
        } catch (NumberFormatException e) {
            throw InvalidTextException.of(FORM, text, "send it as it was published");
        }
    }

    private static boolean isNumber(String text, int from) {
        if (from == text.length() || text.charAt(from) == '0') {
            return false;
        }
        return text.chars().skip(from).allMatch(unit -> unit >= '0' && unit <= '9');
    }

    @Override
    public String toString() {
        return keyId + "." + number;
    }
}
