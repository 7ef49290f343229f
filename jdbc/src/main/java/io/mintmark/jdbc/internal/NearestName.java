package io.mintmark.jdbc.internal;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The names nearest to a mistyped one: the fewest letters to insert, leave out or exchange. */
public final class NearestName {
    private NearestName() {}

    /** Returns those with the nearest names, the nearest first; case, dashes and underscores do not count. */
    public static <T> List<T> of(String typed, List<T> known, Function<T, String> name, int most) {
        String plain = plain(typed);
        return known.stream()
                .sorted(Comparator.comparingInt(one -> distance(plain, plain(name.apply(one)))))
                .limit(most)
                .toList();
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
    }

    /** Returns Levenshtein's distance, row by row; of a long text the beginning. */
    private static int distance(String one, String other) {
        String cut = one.length() > 64 ? one.substring(0, 64) : one;
        int[] above = new int[other.length() + 1];
        for (int column = 0; column < above.length; column++) {
            above[column] = column;
        }
        for (int row = 1; row <= cut.length(); row++) {
            int[] here = new int[above.length];
            here[0] = row;
            for (int column = 1; column < here.length; column++) {
                int exchange = cut.charAt(row - 1) == other.charAt(column - 1) ? 0 : 1;
                int change = Math.min(here[column - 1], above[column]) + 1;
                here[column] = Math.min(change, above[column - 1] + exchange);
            }
            above = here;
        }
        return above[other.length()];
    }
}
