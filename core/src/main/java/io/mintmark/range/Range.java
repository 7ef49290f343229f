package io.mintmark.range;

/**
 * Consecutive numbers that were reserved for one owner, with what must travel with them; immutable.
 *
 * <p>A number, the prefix it is spelt with and the tag of the node that reserved it are one value, so that no failover
 * can pair the number of one node with the tag of another (promise G6).
 *
 * @param low first number, 0 or more
 * @param high last number, not below {@code low}
 * @param prefix what an id made of these numbers begins with, separator included, such as {@code orders/}; empty where
 *     only numbers are wanted
 * @param nodeTag tag of the node that reserved the range, or empty where nodes have none
 * @param token the proof that the source wants to see when the range is given back, or {@link #NO_TOKEN}
 */
public record Range(long low, long high, String prefix, String nodeTag, long token) {
    /** The token of a range whose source gives none; such a source takes no wholly unused range back. */
    public static final long NO_TOKEN = 0;

    /** Checks the bounds; throws {@link IllegalArgumentException} naming both if they hold no number. */
    public Range {
        if (low < 0 || high < low) {
            throw new IllegalArgumentException("a range must have 0 <= low <= high: low=" + low + ", high=" + high);
        }
    }

    /** Returns bare numbers, without prefix, tag and token. */
    public static Range of(long low, long high) {
        return new Range(low, high, "", "", NO_TOKEN);
    }

    /** Returns how many numbers it holds; {@link Long#MAX_VALUE} stands for one more than that as well. */
    public long size() {
        long size = high - low + 1;
        return size < 0 ? Long.MAX_VALUE : size;
    }

    /** Returns whether the source can recognise this range, so that it may be given back wholly unused. */
    public boolean hasToken() {
        return token != NO_TOKEN;
    }
}
