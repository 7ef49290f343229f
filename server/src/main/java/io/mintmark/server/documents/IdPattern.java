package io.mintmark.server.documents;

import io.mintmark.document.KeyForm;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Patterns over the rest of an id: {@code *} stands for any run, {@code ?} for one character, {@code |} parts
 * alternatives. Compares by key forms, in time proportional to pattern times text.
 */
final class IdPattern {
    private static final Pattern BAR = Pattern.compile("\\|");

    private final List<String> alternatives;

    private IdPattern(List<String> alternatives) {
        this.alternatives = alternatives;
    }

    static IdPattern parse(String patterns) {
        return patterns.isEmpty()
                ? new IdPattern(List.of())
                : new IdPattern(List.of(BAR.split(KeyForm.of(patterns), -1)));
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
