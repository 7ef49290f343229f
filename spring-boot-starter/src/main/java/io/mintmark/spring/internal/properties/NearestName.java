package io.mintmark.spring.internal.properties;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that was probably meant: the one with the fewest letters to add, leave out or change. */
public final class NearestName {
    private NearestName() {}

    /** Returns the nearest of {@code known} if it is no farther than {@code most} letters from {@code text}. */
    public static Optional<String> to(String text, Collection<String> known, int most) {
        return known.stream()
                .filter(name -> distance(text, name) <= most)
                .min(Comparator.comparingInt(name -> distance(text, name)));
    }

    private static int distance(String a, String b) {
        int[] last = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, 1 + Math.min(last[j], row[j - 1]));
            }
            last = row;
        }
        return last[b.length()];
    }
}
