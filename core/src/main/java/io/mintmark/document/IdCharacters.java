package io.mintmark.document;

import io.mintmark.document.InvalidDocumentIdException.Rule;
import java.util.Locale;

/**
 * Which characters may stand in an id, and how any text is shown in a message without harm to a log or a header.
 *
 * <p>Every set here is written out rather than asked of the JDK, whose answers move with its Unicode version.
 */
final class IdCharacters {
    /** Most UTF-16 units of a caller's text that one message repeats; with it a message stays below 600. */
    static final int PRINTABLE_CHARS_MAX = 400;

    private static final int DELETE = 0x7F;
    private static final int LAST_C1 = 0x9F;

    private IdCharacters() {}

    /**
     * Returns whether {@code codePoint} is a control (C0, DEL, C1) or one of the bidirectional embeddings, overrides
     * and isolates, with which one id can be made to look like another.
     */
    static boolean isForbidden(int codePoint) {
        return codePoint < ' '
                || (codePoint >= DELETE && codePoint <= LAST_C1)
                || (codePoint >= 0x202A && codePoint <= 0x202E)
                || (codePoint >= 0x2066 && codePoint <= 0x2069);
    }

    /** Returns whether {@code text} is empty or white space only, by Unicode's property White_Space. */
    static boolean isBlank(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (!isWhiteSpace(text.charAt(at))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isWhiteSpace(char unit) {
        return switch (unit) {
            case ' ', 0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000 -> true;
            default -> (unit >= '\t' && unit <= '\r') || (unit >= 0x2000 && unit <= 0x200A);
        };
    }

    /**
     * Returns the code point that starts at UTF-16 unit {@code at} of {@code text}.
     *
     * @throws InvalidDocumentIdException if half of a surrogate pair stands there alone: UTF-8 cannot carry it
     */
    static int codePointAt(String text, int at) {
        int codePoint = text.codePointAt(at);
        if (isSurrogate(codePoint)) {
            throw new InvalidDocumentIdException(
                    Rule.UNPAIRED_SURROGATE,
                    "document ids and names must be well-formed Unicode:"
                            + " unpaired surrogate " + name(codePoint) + " at position " + at
                            + " of '" + printable(text) + "'; send the whole character");
        }
        return codePoint;
    }

    /** Returns how many bytes of UTF-8 carry {@code codePoint}: 1 to 4. */
    static int utf8Bytes(int codePoint) {
        if (codePoint < 0x80) {
            return 1;
        }
        if (codePoint < 0x800) {
            return 2;
        }
        return codePoint < Character.MIN_SUPPLEMENTARY_CODE_POINT ? 3 : 4;
    }

    /** Returns how Unicode writes {@code codePoint} in plain text, such as {@code U+202E}. */
    static String name(int codePoint) {
        String digits = Integer.toHexString(codePoint).toUpperCase(Locale.ROOT);
        return "U+" + "0".repeat(Math.max(0, 4 - digits.length())) + digits;
    }

    /**
     * Returns {@code text} fit for a message: forbidden characters and lone surrogates by name, such as
     * {@code <U+0000>}, and cut with an ellipsis at {@value #PRINTABLE_CHARS_MAX} UTF-16 units or a little above.
     */
    static String printable(String text) {
        StringBuilder shown = new StringBuilder(Math.min(text.length(), PRINTABLE_CHARS_MAX) + 1);
        int at = 0;
        while (at < text.length() && shown.length() < PRINTABLE_CHARS_MAX) {
            int codePoint = text.codePointAt(at);
            if (isForbidden(codePoint) || isSurrogate(codePoint)) {
                shown.append('<').append(name(codePoint)).append('>');
            } else {
                shown.appendCodePoint(codePoint);
            }
            at += Character.charCount(codePoint);
        }
        return at < text.length() ? shown.append('…').toString() : shown.toString();
    }

    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }
}
