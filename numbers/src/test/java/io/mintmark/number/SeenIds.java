package io.mintmark.number;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Remembers every id exactly, a bit each, and counts those that come again. Not thread-safe. */
public final class SeenIds {
    private static final int BITS = 12;

    private final Map<Long, BitSet> pages = new HashMap<>();
    private long page = -1;
    private BitSet seen = new BitSet();
    private long count;
    private long duplicates;

    /** Takes note of an id. */
    public void add(long id) {
        if (id <= 0) {
            throw new AssertionError("not an id: " + id);
        }
        long wanted = id >>> BITS;
        if (wanted != page) {
            page = wanted;
            seen = pages.computeIfAbsent(wanted, none -> new BitSet());
        }
        int bit = (int) id & ((1 << BITS) - 1);
        if (seen.get(bit)) {
            duplicates++;
        }
        seen.set(bit);
        count++;
    }

    /** Returns how many ids there were. */
    public long count() {
        return count;
    }

    /** Returns how many of them had come before. */
    public long duplicates() {
        return duplicates;
    }
}
