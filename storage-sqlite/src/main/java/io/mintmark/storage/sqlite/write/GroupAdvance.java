package io.mintmark.storage.sqlite.write;

import java.util.HashMap;
import java.util.Map;

/**
 * How far the numbers of a database move in one group of writes.
 *
 * <p>A log whose last commit is damaged looks like one whose last commit a crash cut off, so nobody can tell whether
 * that commit was acknowledged. Then all numbers are raised by {@link #MAX} before anything is served, which is more
 * than the lost commit moved any of them: a group that moves one further, or makes a new one, is answered only after a
 * second commit stands after it in the log, and is never the last. Used by the writer thread only.
 */
public final class GroupAdvance {
    /** How far one group may move a number; the longest range is as long, so a group that moves one further is rare. */
    public static final long MAX = 1L << 20;

    private final Map<String, Long> stoodAt = new HashMap<>();
    private boolean exceeded;

    /** Takes note that a number was made anew. */
    void added() {
        exceeded = true;
    }

    /** Takes note that the number {@code key} moved; the first {@code before} of a group is the one that counts. */
    void moved(String key, long before, long now) {
        if (now - before > MAX) {
            exceeded = true;
        } else if (!exceeded) {
            Long first = stoodAt.putIfAbsent(key, before);
            exceeded = first != null && now - first > MAX;
        }
    }

    /** Returns whether the group that ends moved a number too far, and begins with the next one. */
    boolean endGroup() {
        boolean result = exceeded;
        exceeded = false;
        stoodAt.clear();
        return result;
    }
}
