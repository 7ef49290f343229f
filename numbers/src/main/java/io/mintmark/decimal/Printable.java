package io.mintmark.decimal;

/** A caller's text fit for a message: short, and printable ASCII and the dot of printed ids, all else by a question mark. */
final class Printable {
    private static final int CHARS_MAX = 60;

    private Printable() {}

    static String of(String text) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < Math.min(text.length(), CHARS_MAX); i++) {
            char c = text.charAt(i);
            shown.append((c >= ' ' && c < 0x7F) || c == '·' ? c : '?');
        }
        return text.length() > CHARS_MAX ? shown.append('…').toString() : shown.toString();
    }
}
