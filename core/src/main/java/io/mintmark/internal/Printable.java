package io.mintmark.internal;

/** Makes text from outside fit for messages, logs and header fields. */
public final class Printable {
    private static final int CHARS_MAX = 200;

    private Printable() {}

    /** Returns {@code text} as {@link #of} does, and no longer than a message bears. */
    public static String brief(String text) {
        if (text.length() <= CHARS_MAX) {
            return of(text);
        }
        // Half a character is no text: encoders refuse it, or put something else in its place.
        boolean splits = Character.isHighSurrogate(text.charAt(CHARS_MAX - 1));
        return of(text.substring(0, splits ? CHARS_MAX - 1 : CHARS_MAX)) + "...";
    }

    /** Returns {@code text} with a question mark for each char that breaks a line or its order, or stands for nothing. */
    public static String of(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isUnfit(text.charAt(i))) {
                return withoutUnfit(text);
            }
        }
        return text;
    }

    private static String withoutUnfit(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            clean.append(isUnfit(c) ? '?' : c);
        }
        return clean.toString();
    }

    /** Controls, line and paragraph separators, and marks that turn the direction of writing. */
    private static boolean isUnfit(char c) {
        return Character.isISOControl(c)
                || (c >= '\u2028' && c <= '\u202E')
                || (c >= '\u2066' && c <= '\u2069')
                || c == '\u200E'
                || c == '\u200F';
    }
}
