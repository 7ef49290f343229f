package io.mintmark.server.changes;

import java.util.Comparator;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Prefixes, of which it finds one of a text in one step, however many there are and whatever they have in common. Not
 * thread-safe.
 *
 * <p><b>Why one step suffices.</b> Only {@link #shortest} is asked, in which no element begins another. If one of them,
 * p, begins the text, then everything between p and the text begins with p as well, so no other element lies there: the
 * greatest element up to the text is p.
 */
final class PrefixSet {
    private final NavigableSet<String> all;
    /** Those that no other one begins: they find what the others would. */
    private final NavigableSet<String> shortest;

    PrefixSet() {
        this(Comparator.naturalOrder());
    }

    /** Compares by {@code order}, which is the natural one. */
    PrefixSet(Comparator<String> order) {
        all = new TreeSet<>(order);
        shortest = new TreeSet<>(order);
    }

    boolean add(String prefix) {
        boolean added = all.add(prefix);
        if (added) {
            find(prefix);
        }
        return added;
    }

    /** Takes {@code prefix} among the shortest, and those out that it begins, unless another one begins it. */
    private void find(String prefix) {
        if (hasPrefixOf(prefix)) {
            return;
        }
        String longer = shortest.higher(prefix);
        while (longer != null && longer.startsWith(prefix)) {
            shortest.remove(longer);
            longer = shortest.higher(prefix);
        }
        shortest.add(prefix);
    }

    boolean remove(String prefix) {
        boolean removed = all.remove(prefix);
        if (removed && shortest.remove(prefix)) {
            // What it found for them they find themselves from now on.
            for (String longer : all.tailSet(prefix, false)) {
                if (!longer.startsWith(prefix)) {
                    break;
                }
                find(longer);
            }
        }
        return removed;
    }

    /** Returns whether {@code text} begins with one of them. */
    boolean hasPrefixOf(String text) {
        @Nullable String nearest = shortest.floor(text);
        return nearest != null && text.startsWith(nearest);
    }
}
