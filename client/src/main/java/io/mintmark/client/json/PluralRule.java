package io.mintmark.client.json;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One line of {@code plurals.txt}: the words that it fits, and their plural. Immutable.
 *
 * @param before texts of which one must stand before the ending, and stays; empty if any text may
 * @param ending the letters that are replaced
 * @param plural the letters that replace them
 * @param place where the ending must be
 */
record PluralRule(List<String> before, String ending, String plural, Place place) {
    private static final Pattern COLUMN = Pattern.compile("\\|");
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final char NONE_OF = '!';

    /** Where the ending must be. */
    enum Place {
        /** The ending, with what stays before it, is the whole word. */
        WHOLE_WORD,
        /** At the end of the word. */
        END,
        /** Anywhere; the first match counts. */
        ANYWHERE
    }

    /** Parses a line that is neither empty nor a comment. */
    static PluralRule parse(String line) {
        Place place = switch (line.charAt(0)) {
            case '=' -> Place.WHOLE_WORD;
            case '*' -> Place.ANYWHERE;
            default -> Place.END;
        };
        String[] columns = COLUMN.split(place == Place.END ? line : line.substring(1), -1);
        String before = columns[0].strip();
        return new PluralRule(
                before.isEmpty() ? List.of() : Arrays.asList(BLANKS.split(before)),
                columns[1].strip(),
                columns[2].strip(),
                place);
    }

    /** Returns the plural of {@code word}, if this is the rule for it. */
    Optional<String> apply(String word) {
        int at = place == Place.ANYWHERE ? firstPlace(word) : word.length() - ending.length();
        return at >= 0 && fits(word, at)
                ? Optional.of(word.substring(0, at) + plural + word.substring(at + ending.length()))
                : Optional.empty();
    }

    private int firstPlace(String word) {
        for (int at = 0; at + ending.length() <= word.length(); at++) {
            if (fits(word, at)) {
                return at;
            }
        }
        return -1;
    }

    private boolean fits(String word, int at) {
        return sameLetters(word, at, ending)
                && (before.isEmpty() || before.stream().anyMatch(text -> standsBefore(text, word, at)));
    }

    private boolean standsBefore(String text, String word, int at) {
        if (text.charAt(0) == NONE_OF) {
            return at > 0 && text.indexOf(lowerCase(word.charAt(at - 1)), 1) < 0;
        }
        int start = at - text.length();
        return start >= 0 && (place != Place.WHOLE_WORD || start == 0) && sameLetters(word, start, text);
    }

    /** Compares ASCII letters without case and all others exactly, alike on every machine. */
    private static boolean sameLetters(String word, int at, String lower) {
        for (int i = 0; i < lower.length(); i++) {
            if (lowerCase(word.charAt(at + i)) != lower.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static char lowerCase(char unit) {
        return unit >= 'A' && unit <= 'Z' ? (char) (unit + ('a' - 'A')) : unit;
    }
}
