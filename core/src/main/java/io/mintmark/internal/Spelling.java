package io.mintmark.internal;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** How far one spelling is from another, in letters left out, added, changed, or swapped with their neighbour. */
public final class Spelling {
    private Spelling() {}

    /** Returns the one of {@code known} that is nearest to {@code text}; the first in their order if several are. */
    public static Optional<String> nearest(String text, Collection<String> known) {
        return known.stream().sorted().min(Comparator.comparingInt(name -> distance(text, name)));
    }

    /** Returns the same one if it is no farther than {@code most} slips from {@code text}. */
    public static Optional<String> nearest(String text, Collection<String> known, int most) {
        return nearest(text, known).filter(name -> distance(text, name) <= most);
    }

    /**
     * Returns whether {@code text} is probably {@code name} misspelt: one slip in a short name, two in a longer one.
     */
    public static boolean isSlip(String text, String name) {
        int allowed = name.length() < 5 ? 1 : 2;
        return distance(text, name) <= allowed;
    }

    /** The restricted Damerau-Levenshtein distance: no letter is touched twice. */
    public static int distance(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
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
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], 1 + beforeLast[j - 2]);
                }
            }
            beforeLast = last;
            last = row;
        }
        return last[b.length()];
    }
}
