package io.mintmark.cli.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.MintmarkException;

/**
 * JSON in ASCII alone, which is the same JSON in every locale. Java writes a question mark for each character that the
 * locale lacks, and a container has none; nor can a name steer the terminal of a reader.
 */
public final class AsciiJson {
    private static final char LAST = '~';

    private AsciiJson() {}

    /**
     * Returns texts, numbers, booleans, and lists and maps of them as a document with line breaks.
     *
     * @throws MintmarkException if there is something else among them
     */
    public static String written(Object value) {
        try {
            return of(new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(value));
        } catch (JsonProcessingException e) {
            throw new MintmarkException("The report cannot be written as JSON: " + e.getMessage(), e);
        }
    }

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
