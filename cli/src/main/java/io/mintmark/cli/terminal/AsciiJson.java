package io.mintmark.cli.terminal;

/**
 * JSON in ASCII alone, which is the same JSON in every locale. Java writes a question mark for each character that the
 * locale lacks, and a container has none; nor can a name steer the terminal of a reader.
 */
public final class AsciiJson {
    private static final char LAST = '~';

    private AsciiJson() {}

    /** Returns a document with escapes in place of what is not ASCII; that stands within its strings alone. */
    public static String of(String document) {
        StringBuilder ascii = new StringBuilder(document.length() + 16);
        document.chars().forEach(c -> {
            if (c > LAST) {
                ascii.append(String.format("\\u%04x", c));
            } else {
                ascii.append((char) c);
            }
        });
        return ascii.toString();
    }
}
