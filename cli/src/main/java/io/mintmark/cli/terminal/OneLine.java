package io.mintmark.cli.terminal;

/**
 * Text that stays on its line: control characters are written as escapes, so that nobody who chooses a name or a value
 * can forge a line of a log or steer a terminal.
 */
public final class OneLine {
    private OneLine() {}

    /** Returns the text, with escapes in place of what would leave the line. */
    public static String of(String text) {
        return text.chars().anyMatch(OneLine::isUnsafe) ? escaped(text) : text;
    }

    private static String escaped(String text) {
        StringBuilder line = new StringBuilder(text.length() + 16);
        text.chars().forEach(c -> {
            if (isUnsafe(c)) {
                line.append(String.format("\\u%04x", c));
            } else {
                line.append((char) c);
            }
        });
        return line.toString();
    }

    /** C0 and C1 controls, line and paragraph separators, and marks that turn the direction of writing. */
    private static boolean isUnsafe(int c) {
        return Character.isISOControl(c)
                || (c >= 0x2028 && c <= 0x202e)
                || (c >= 0x2066 && c <= 0x2069)
                || c == 0x200e
                || c == 0x200f;
    }
}
