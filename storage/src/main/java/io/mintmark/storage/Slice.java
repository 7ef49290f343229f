package io.mintmark.storage;

/**
 * Part of a list that is sorted by name.
 *
 * @param after leaves out this name and all before it; empty leaves out none
 * @param skip how many of the others are left out first, at least 0
 * @param limit how many follow at most, at least 0
 */
public record Slice(String after, int skip, int limit) {
    /** The whole list. */
    public static final Slice ALL = new Slice("", 0, Integer.MAX_VALUE);

    /** Checks that neither number is negative. */
    public Slice {
        if (skip < 0 || limit < 0) {
            throw new IllegalArgumentException(
                    "skip and limit must not be negative: skip=" + skip + ", limit=" + limit);
        }
    }

    /** Returns the first {@code limit} of what this slice lists. */
    public Slice atMost(int limit) {
        return new Slice(after, skip, Math.min(limit, this.limit));
    }

    /** Returns what follows after {@code read} names, of which {@code last} was the last. */
    public Slice continuedAfter(String last, int read) {
        return new Slice(last, 0, limit - read);
    }
}
