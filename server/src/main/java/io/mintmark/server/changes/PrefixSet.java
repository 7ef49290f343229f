package io.mintmark.server.changes;

import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Prefixes, of which it finds one of a text in a few steps, however many there are. Not thread-safe.
 *
 * <p><b>Why none is overlooked.</b> The greatest element p up to the text either is a prefix of it or leaves it at some
 * place c. A prefix of the text that were longer than c would lie between p and the text, and p would not be the greatest. So
 * all that is left to find begins the text's first c characters.
 */
final class PrefixSet {
    private final TreeSet<String> prefixes = new TreeSet<>();

    boolean add(String prefix) {
        return prefixes.add(prefix);
    }

    boolean remove(String prefix) {
        return prefixes.remove(prefix);
    }

    /** Returns whether {@code text} begins with one of them. */
    boolean hasPrefixOf(String text) {
        @Nullable String nearest = prefixes.floor(text);
        while (nearest != null && !text.startsWith(nearest)) {
            nearest = prefixes.floor(text.substring(0, commonLength(nearest, text)));
        }
        return nearest != null;
    }

    private static int commonLength(String a, String b) {
        int max = Math.min(a.length(), b.length());
        int length = 0;
        while (length < max && a.charAt(length) == b.charAt(length)) {
            length++;
        }
        return length;
    }
}
