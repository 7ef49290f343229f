package io.mintmark.hibernate.takeover;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * The generators that the setting names: every one, or those of some entities, generators and sequences.
 *
 * @param all whether it names every generator
 * @param each the names, as they were written; empty where all are meant
 */
public record Names(boolean all, List<String> each) {
    private static final String ALL = "all";

    /** Copies the names. */
    public Names {
        each = List.copyOf(each);
    }

    /** Reads {@code all}, or names with commas between them; throws {@link IllegalArgumentException} for neither. */
    public static Names of(String text) {
        List<String> names =
                Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        if (names.stream().anyMatch(String::isEmpty)) {
            throw new IllegalArgumentException("all, or names of entities and generators with a comma between two");
        }
        if (names.contains(ALL) && names.size() > 1) {
            throw new IllegalArgumentException("all stands alone, as it names every generator");
        }
        return names.contains(ALL) ? new Names(true, List.of()) : new Names(false, names);
    }

    /** Returns whether it means a generator that is known by these names. */
    boolean mean(Collection<String> known) {
        return all || each.stream().anyMatch(known::contains);
    }
}
