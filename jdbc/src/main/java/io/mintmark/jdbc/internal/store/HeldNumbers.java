package io.mintmark.jdbc.internal.store;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The numbers that one source reserved and did not give back, as intervals: by them it notices a counter that went
 * back.
 *
 * <p><b>A counter goes back</b> when its row is deleted, set by hand or put back from a copy, its sequence is
 * restarted, its table is dropped and made anew, or a replica that lags becomes the primary. Then a source would give
 * its own numbers once more. What proves it depends on the access:
 *
 * <ul>
 *   <li><b>A row</b> that stands at or below {@link #highest}. Only an accepted return lowers a row, and it is accepted
 *       only where the row stands at the end of the range. So a row never stands below a number that somebody holds,
 *       and each new range begins above all of them. Numbers that <em>others</em> had prove nothing: they may have gone
 *       back.
 *   <li><b>A sequence</b> whose next value, as the catalog shows it (CACHE 1), stands at or below {@link #highest}:
 *       nothing of a sequence goes back.
 *   <li><b>Any counter</b> that gives a number that is {@linkplain #overlaps held}. Where sessions draw ahead (a CACHE
 *       above 1), and where a function counts, a number that is merely lower proves nothing: it may have been drawn
 *       long ago.
 * </ul>
 *
 * <p>A return takes its numbers out of here <em>before</em> it is sent. Its sender issues none of them any more, and if
 * its answer is lost, nobody knows whether they come again. {@link SerialReturnGuard} is about ranges that another
 * program gave back. A raise counts, too: the counter stands above its number from then on.
 *
 * <p><b>Limit.</b> Adjoining intervals are one. Beyond {@value #INTERVALS_MAX} of them the lowest two become one, over
 * the gap between them. For rows that costs nothing, since they are compared with the highest number. A sequence or
 * function that gives a number of such a gap may repeat one of ours, or give another one late: {@link #mayOverlap} says
 * no more, and that number becomes a gap.
 *
 * <p>For one thread at a time.
 */
final class HeldNumbers {
    static final int INTERVALS_MAX = 1_024;

    /** Returned by {@link #highest} when nothing is held. */
    static final long NONE = -1;

    private static final Runnable NOTHING = () -> {};

    private final int intervalsMax;

    /** Each interval's last number by its first. */
    private final NavigableMap<Long, Long> intervals = new TreeMap<>();

    private boolean collapsed;
    private long collapsedLow;
    private long collapsedHigh;
    private long raisedTo = NONE;

    /** Takes back what this call noted. */
    private Runnable undoing = NOTHING;

    HeldNumbers() {
        this(INTERVALS_MAX);
    }

    HeldNumbers(int intervalsMax) {
        this.intervalsMax = intervalsMax;
    }

    /** Begins a call: what calls before it noted stays. */
    void begin() {
        undoing = NOTHING;
    }

    /** Takes back what this call noted, because it was undone in the database. */
    void undo() {
        undoing.run();
        undoing = NOTHING;
    }

    /** Notes a range that was reserved for good. */
    void add(long low, long high) {
        merge(low, high);
        while (intervals.size() + (collapsed ? 1 : 0) > intervalsMax) {
            collapse(intervals.pollFirstEntry());
        }
        undoing = () -> remove(low, high);
    }

    private void merge(long low, long high) {
        long first = low;
        long last = high;
        Map.Entry<Long, Long> near = intervals.floorEntry(high == Long.MAX_VALUE ? high : high + 1);
        while (near != null && near.getValue() >= low - 1) {
            first = Math.min(first, near.getKey());
            last = Math.max(last, near.getValue());
            intervals.remove(near.getKey());
            near = intervals.lowerEntry(near.getKey());
        }
        intervals.put(first, last);
    }

    private void collapse(Map.Entry<Long, Long> lowest) {
        collapsedLow = collapsed ? Math.min(collapsedLow, lowest.getKey()) : lowest.getKey();
        collapsedHigh = collapsed ? Math.max(collapsedHigh, lowest.getValue()) : lowest.getValue();
        collapsed = true;
    }

    /** Forgets numbers that go back, or may do. */
    void remove(long low, long high) {
        Map.Entry<Long, Long> near = intervals.floorEntry(high);
        while (near != null && near.getValue() >= low) {
            intervals.remove(near.getKey());
            if (near.getKey() < low) {
                intervals.put(near.getKey(), low - 1);
            }
            if (near.getValue() > high) {
                intervals.put(high + 1, near.getValue());
            }
            near = intervals.lowerEntry(near.getKey());
        }
        if (collapsed && low <= collapsedHigh && high >= collapsedHigh) {
            collapsedHigh = low - 1;
            collapsed = collapsedHigh >= collapsedLow;
        }
    }

    /** Notes that the counter itself was raised, so that it stands above {@code number} from now on. */
    void raisedTo(long number) {
        long before = raisedTo;
        raisedTo = Math.max(raisedTo, number);
        undoing = () -> raisedTo = before;
    }

    /** Returns the highest number that the counter was raised to, or {@link #NONE}. */
    long raisedTo() {
        return raisedTo;
    }

    /** Returns the highest number that is held or was raised to, or {@link #NONE}. */
    long highest() {
        long high = intervals.isEmpty() ? NONE : intervals.lastEntry().getValue();
        return Math.max(raisedTo, collapsed ? Math.max(high, collapsedHigh) : high);
    }

    /** Returns whether one of these numbers is held for certain. */
    boolean overlaps(long low, long high) {
        Map.Entry<Long, Long> near = intervals.floorEntry(high);
        return near != null && near.getValue() >= low;
    }

    /** Returns whether one of these numbers is held, or lies where too many intervals became one to tell. */
    boolean mayOverlap(long low, long high) {
        return overlaps(low, high) || (collapsed && low <= collapsedHigh && high >= collapsedLow);
    }
}
