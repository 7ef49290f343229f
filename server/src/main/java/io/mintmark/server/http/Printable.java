package io.mintmark.server.http;

/** Makes text from outside fit for messages, logs and header fields. */
public final class Printable {
    private static final int CHARS_MAX = 200;

    private Printable() {}

    /** Returns {@code text} without control characters, and no longer than a message bears. */
    public static String brief(String text) {
        String printable = printable(text);
        return printable.length() <= CHARS_MAX ? printable : printable.substring(0, CHARS_MAX) + "...";
    }

    /** Returns {@code text} with a question mark for each control character. */
    static String printable(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isControl(text.charAt(i))) {
                return withoutControls(text);
            }
        }
        return text;
    }

    private static String withoutControls(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            clean.append(isControl(c) ? '?' : c);
        }
        return clean.toString();
    }

    private static boolean isControl(char c) {
        // Line and paragraph separators end a line for some readers of logs.
        return Character.isISOControl(c) || c == '\u2028' || c == '\u2029';
    }
}
