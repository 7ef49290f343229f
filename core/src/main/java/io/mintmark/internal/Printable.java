package io.mintmark.internal;

/** Makes text from outside fit for messages, logs and header fields. */
public final class Printable {
    private static final int CHARS_MAX = 200;

    private Printable() {}

    /** Says of one place in a text whether it must not stay. */
    @FunctionalInterface
    private interface Unfit {
        boolean at(String text, int index);
    }

    /** Returns {@code text} as {@link #of} does, and no longer than a message bears. */
    public static String brief(String text) {
        return text.length() <= CHARS_MAX ? of(text) : of(cut(text, CHARS_MAX)) + "...";
    }

    /** Returns the beginning of {@code text} in at most {@code charsMax} chars, without half a character at its end. */
    public static String cut(String text, int charsMax) {
        if (text.length() <= charsMax) {
            return text;
        }
        boolean splits = charsMax > 0 && Character.isHighSurrogate(text.charAt(charsMax - 1));
        return text.substring(0, splits ? charsMax - 1 : charsMax);
    }

    /**
     * Returns {@code text} with a question mark for each char that breaks a line or its order, or stands for nothing.
     */
    public static String of(String text) {
        return cleared(text, (all, i) -> breaksLines(all.charAt(i)) || isHalf(all, i));
    }

    /** Returns {@code text} with a question mark for each half of a character: encoders refuse it, or fail. */
    public static String encodable(String text) {
        return cleared(text, Printable::isHalf);
    }

    private static String cleared(String text, Unfit unfit) {
        for (int i = 0; i < text.length(); i++) {
            if (unfit.at(text, i)) {
                return without(text, unfit);
            }
        }
        return text;
    }

    private static String without(String text, Unfit unfit) {
        StringBuilder clean = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            clean.append(unfit.at(text, i) ? '?' : text.charAt(i));
        }
        return clean.toString();
    }

    /** A surrogate stands for something only beside its other half. */
    private static boolean isHalf(String text, int index) {
        char c = text.charAt(index);
        if (Character.isHighSurrogate(c)) {
            return index + 1 == text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
        }
        return Character.isLowSurrogate(c) && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
    }

    /** Controls, line and paragraph separators, and marks that turn the direction of writing. */
    private static boolean breaksLines(char c) {
        return Character.isISOControl(c)
                || (c >= '\u2028' && c <= '\u202E')
                || (c >= '\u2066' && c <= '\u2069')
                || c == '\u200E'
                || c == '\u200F';
    }
}
