package io.mintmark.counter;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How many numbers the next range holds: more for a client that comes back soon, fewer for one that comes back late.
 *
 * <p>A pure function, safe for any number of threads. Both of its inputs are sent by the client, so neither is
 * believed: whatever they say, the size lies in {@link #MIN} to {@link #MAX}. RavenDB's server computes the same sizes
 * from what its own clients send, but caps only the doubled one; here every branch is capped (promise G11).
 */
public final class RangeSize {
    /** Fewest numbers of a range. */
    public static final int MIN = 32;
    /** Most numbers of a range. */
    public static final int MAX = 1_048_576;

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration LATE = Duration.ofSeconds(60);

    private RangeSize() {}

    /**
     * Returns the size of the next range.
     *
     * <p>The rule, before the size is held within {@link #MIN} and {@link #MAX}:
     *
     * <ul>
     *   <li>first range ({@code sinceLast} is null): {@code lastSize};
     *   <li>back within less than 30 s: twice {@code lastSize}. A negative duration, from clocks that disagree, counts
     *       as soon;
     *   <li>back after more than 60 s: half of {@code lastSize};
     *   <li>in between, both ends included: {@code lastSize}.
     * </ul>
     *
     * @param lastSize the size of the client's last range as the client tells it; any value is legal
     * @param sinceLast the time since that range was reserved, or null if there was none
     */
    public static int next(long lastSize, @Nullable Duration sinceLast) {
        return (int) Math.max(MIN, Math.min(wanted(lastSize, sinceLast), MAX));
    }

    private static long wanted(long lastSize, @Nullable Duration sinceLast) {
        if (sinceLast == null) {
            return lastSize;
        }
        if (sinceLast.compareTo(SOON) < 0) {
            // Held within [0, MAX] before it is doubled, so that no long overflows.
            return Math.max(0, Math.min(lastSize, MAX)) * 2;
        }
        return sinceLast.compareTo(LATE) > 0 ? lastSize / 2 : lastSize;
    }
}
