package io.mintmark.document;

import java.nio.charset.StandardCharsets;

/**
 * How names compare: two names are the same if their key forms are (promise G10).
 *
 * <p>Each code point is lowered on its own by the simple mapping of Unicode 13, from a table that travels with
 * Mintmark. So what is stored under one JDK is found under the next, and in every locale. Nothing else is folded:
 * {@code É} typed as one code point differs from {@code E} with a combining accent, and {@code ß} differs from
 * {@code ss}. Where two capitals share a small letter they are the same name: the Kelvin sign is a {@code k}, and
 * {@code İ} (U+0130) is an {@code i}; the Turkish {@code ı} (U+0131) and the final {@code ς} are small letters of their
 * own, so that {@code ΟΔΟΣ} equals {@code οδοσ} and not {@code οδος}.
 *
 * <p>A key form is its own key form. Stateless, safe for any thread.
 */
public final class KeyForm {
    private static final int FIRST_NON_ASCII = 0x80;
    private static final int ASCII_CASE_DISTANCE = 'a' - 'A';

    private KeyForm() {}

    /**
     * Returns the small letter of {@code codePoint}, or {@code codePoint} itself if it has none, is unassigned in
     * Unicode 13, or is no code point at all.
     */
    public static int lowerCase(int codePoint) {
        return codePoint < FIRST_NON_ASCII ? lowerCaseAscii(codePoint) : FrozenLowerCase.of(codePoint);
    }

    /**
     * Returns the key form of {@code name}, which is {@code name} itself if nothing in it changes. No length is
     * refused.
     *
     * @throws InvalidDocumentIdException if half of a surrogate pair stands alone in it
     */
    public static String of(String name) {
        for (int at = 0; at < name.length(); at++) {
            char unit = name.charAt(at);
            if (unit >= FIRST_NON_ASCII || lowerCaseAscii(unit) != unit) {
                return lowered(name, at);
            }
        }
        return name;
    }

    /**
     * Returns the UTF-8 bytes of the key form of {@code name}, in an array of the caller's own.
     *
     * @throws InvalidDocumentIdException if half of a surrogate pair stands alone in it
     */
    public static byte[] bytes(String name) {
        return of(name).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the small letter of A to Z and everything else as it is: the whole rule below U+0080. */
    static int lowerCaseAscii(int codePoint) {
        return codePoint >= 'A' && codePoint <= 'Z' ? codePoint + ASCII_CASE_DISTANCE : codePoint;
    }

    private static String lowered(String name, int firstChange) {
        StringBuilder key = new StringBuilder(name.length()).append(name, 0, firstChange);
        int at = firstChange;
        while (at < name.length()) {
            int codePoint = IdCharacters.codePointAt(name, at);
            key.appendCodePoint(lowerCase(codePoint));
            at += Character.charCount(codePoint);
        }
        return key.toString();
    }
}
