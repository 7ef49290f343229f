package io.mintmark.storage.group;

/**
 * How fast numbers of one counter are asked for, by whole windows of two seconds. Used under its owner's lock.
 *
 * <p>Above five ranges a second a round trip for each is worth sparing. Below, ranges come from the counter itself, so
 * that small installations see the numbers of the counter's document and lose none to a crash.
 */
final class ReservationRate {
    private static final long WINDOW_NANOS = 2_000_000_000L;
    private static final int RANGES_A_WINDOW = 10;
    private static final int WINDOWS_AHEAD = 30;
    private static final int AHEAD_MAX = 1 << 30;

    private long windowBegan;
    private long ranges;
    private long numbers;
    private long rangesBefore;
    private long numbersBefore;

    /** Begins to count. */
    ReservationRate(long nowNanos) {
        windowBegan = nowNanos;
    }

    /** Counts a request for {@code size} numbers. */
    void note(long nowNanos, int size) {
        roll(nowNanos);
        ranges++;
        numbers += size;
    }

    private void roll(long nowNanos) {
        long windows = (nowNanos - windowBegan) / WINDOW_NANOS;
        if (windows <= 0) {
            return;
        }
        rangesBefore = windows == 1 ? ranges : 0;
        numbersBefore = windows == 1 ? numbers : 0;
        ranges = 0;
        numbers = 0;
        windowBegan += windows * WINDOW_NANOS;
    }

    /** Returns whether the last whole window had more ranges than should cost a round trip each. */
    boolean isHigh() {
        return rangesBefore > RANGES_A_WINDOW;
    }

    /** Returns how many numbers a minute takes at this rate; at least {@code size}. */
    int aMinute(int size) {
        return (int) Math.max(size, Math.min(numbersBefore * WINDOWS_AHEAD, AHEAD_MAX));
    }
}
