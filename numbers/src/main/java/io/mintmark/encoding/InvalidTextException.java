package io.mintmark.encoding;

import io.mintmark.MintmarkException;
import java.util.Locale;

/**
 * A text does not say what it should; the message names the rule, the text as far as it is printable, and the remedy.
 */
public final class InvalidTextException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Most characters of a caller's text that a message repeats. */
    private static final int SHOWN_MAX = 100;

    private InvalidTextException(String message) {
        super(message);
    }

    /**
     * Returns an exception that says it in one line of less than a thousand characters.
     *
     * @param rule what must hold
     * @param text what came; cut, and what is not printable ASCII written as its code
     * @param remedy what to do
     */
    public static InvalidTextException of(String rule, String text, String remedy) {
        return new InvalidTextException(rule + ": '" + printable(text) + "'; " + remedy);
    }

    private static String printable(String text) {
        StringBuilder shown = new StringBuilder();
        for (int at = 0; at < Math.min(text.length(), SHOWN_MAX); at++) {
            char unit = text.charAt(at);
            if (unit >= ' ' && unit <= '~') {
                shown.append(unit);
            } else {
                shown.append(String.format(Locale.ROOT, "<U+%04X>", (int) unit));
            }
        }
        return text.length() > SHOWN_MAX ? shown.append('…').toString() : shown.toString();
    }
}
