package io.mintmark.server.documents;

import io.mintmark.document.KeyForm;
import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.web.http.ApiException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Patterns over the rest of an id: {@code *} stands for any run, {@code ?} for one character, {@code |} parts
 * alternatives. Compares by key forms, in time proportional to pattern times text, for each document of a list: so both
 * are bounded.
 */
final class IdGlob {
    private static final Pattern BAR = Pattern.compile("\\|");

    /** More than a request line carries by default. */
    private static final int CHARS_MAX = 8 << 10;

    private static final int ALTERNATIVES_MAX = 128;

    private final List<String> alternatives;

    private IdGlob(List<String> alternatives) {
        this.alternatives = alternatives;
    }

    /**
     * Reads patterns.
     *
     * @throws ApiException if they are too long or too many
     */
    static IdGlob parse(String patterns) {
        if (patterns.isEmpty()) {
            return new IdGlob(List.of());
        }
        long bars = patterns.chars().filter(c -> c == '|').count();
        if (patterns.length() > CHARS_MAX || bars >= ALTERNATIVES_MAX) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "A pattern of ids may have at most " + CHARS_MAX + " characters and " + ALTERNATIVES_MAX
                            + " alternatives, but '" + Printable.brief(patterns)
                            + "' has more: ask several times, or by ids.");
        }
        return new IdGlob(List.of(BAR.split(KeyForm.of(patterns), -1)));
    }

    /** Returns whether there is no pattern at all. */
    boolean isEmpty() {
        return alternatives.isEmpty();
    }

    /** Returns whether one of the alternatives matches the whole of {@code keyRest}. */
    boolean matches(String keyRest) {
        return alternatives.stream().anyMatch(pattern -> matches(pattern, keyRest));
    }

    /** The greedy walk that returns to the latest star: no stack, no blow-up. */
    private static boolean matches(String pattern, String text) {
        int p = 0;
        int t = 0;
        int star = -1;
        int resume = 0;
        while (t < text.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                resume = t;
            } else if (p < pattern.length() && (pattern.charAt(p) == '?' || pattern.charAt(p) == text.charAt(t))) {
                p++;
                t++;
            } else if (star >= 0) {
                p = star + 1;
                t = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}
