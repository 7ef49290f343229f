package io.mintmark.cassandra;

import io.mintmark.range.Range;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The ranges that this process reserved: which of them may go back, and above which number the row must stand.
 *
 * <p>Not thread-safe. A {@link Plan} changes a copy, which replaces the original once the plan's request was done.
 *
 * <h2>Why a return is accepted once, and of the latest range only</h2>
 *
 * <p>A range may go back while the row is in the state that the range's reservation left: the same serial <em>and</em>
 * the same request's name. A state never comes again ({@link Resolution}), so nobody reserved, raised or returned
 * since, and a copy of the return finds another state for ever. Where one request dealt several ranges, the last one
 * has the state that the request left; the others have states that the row was never in.
 *
 * <p>When a wholly unused range went back, the counter stands where it stood before that range, and nobody came in
 * between. If the state before was another range's, that range is the latest again, and may go back from the state that
 * the return left.
 *
 * <p>Only the process that reserved a range returns it, because no other one knows the state. So a row that stands
 * below a number of a range that is out went back by other means, and is refused.
 */
final class HeldRanges {
    /** Older ranges than these are not returned any more. */
    private static final int RETURNABLE_MAX = 1_024;

    private final Deque<Held> newestFirst;

    /** The highest number of those that are remembered no more. */
    private long highestForgotten;

    /**
     * A range that is out.
     *
     * @param before the state that its reservation found
     * @param from the state from which it may go back; empty if it may not
     */
    private record Held(long low, long high, long token, RowState before, Optional<RowState> from) {}

    HeldRanges() {
        this.newestFirst = new ArrayDeque<>();
    }

    private HeldRanges(HeldRanges other) {
        this.newestFirst = new ArrayDeque<>(other.newestFirst);
        this.highestForgotten = other.highestForgotten;
    }

    HeldRanges copy() {
        return new HeldRanges(this);
    }

    /** Takes a range that moved the row from {@code before} to {@code after}, whose serial is the range's token. */
    void opened(Range range, RowState before, RowState after) {
        newestFirst.push(new Held(range.low(), range.high(), range.token(), before, Optional.of(after)));
        if (newestFirst.size() > RETURNABLE_MAX) {
            highestForgotten =
                    Math.max(highestForgotten, newestFirst.removeLast().high());
        }
    }

    /** Returns whether the tail of that range may go back from the state {@code row}. */
    boolean mayReturn(Range range, long lastIssued, RowState row) {
        return lastIssued >= range.low() - 1
                && lastIssued < range.high()
                && newestFirst.stream()
                        .anyMatch(held -> isOf(held, range) && held.from().equals(Optional.of(row)));
    }

    /** Notes that a range went back, which left the row in the state {@code after}. */
    void closed(Range range, long lastIssued, RowState after) {
        RowState before = newestFirst.stream()
                .filter(held -> isOf(held, range))
                .findFirst()
                .orElseThrow()
                .before();
        release(range, lastIssued);
        Held below = newestFirst.peek();
        if (lastIssued < range.low() && below != null && below.from().equals(Optional.of(before))) {
            newestFirst.pop();
            newestFirst.push(new Held(below.low(), below.high(), below.token(), below.before(), Optional.of(after)));
        }
    }

    /** Holds no more what lies above {@code lastIssued}: its owner stopped issuing, whether it goes back or not. */
    void release(Range range, long lastIssued) {
        Deque<Held> kept = new ArrayDeque<>();
        for (Held held : newestFirst) {
            if (!isOf(held, range) || lastIssued < held.low() - 1 || lastIssued >= held.high()) {
                kept.add(held);
            } else if (lastIssued >= held.low()) {
                kept.add(new Held(held.low(), lastIssued, held.token(), held.before(), Optional.empty()));
            }
        }
        newestFirst.clear();
        newestFirst.addAll(kept);
    }

    /** Keeps every range from going back: the row is in another life. */
    void forgetReturns() {
        highestForgotten = highest();
        newestFirst.clear();
    }

    /** Returns the highest number that is out, 0 if none is. */
    long highest() {
        return newestFirst.stream().mapToLong(Held::high).reduce(highestForgotten, Math::max);
    }

    private static boolean isOf(Held held, Range range) {
        return held.token() == range.token() && held.low() == range.low() && held.high() == range.high();
    }
}
