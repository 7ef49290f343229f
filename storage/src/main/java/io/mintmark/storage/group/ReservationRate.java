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

    private final ReservationAmount amount;
    private long windowBegan;
    private long ranges;
    private long numbers;
    private long rangesBefore;
    private long numbersBefore;

    /** Begins to count. */
    ReservationRate(ReservationAmount amount, long nowNanos) {
        this.amount = amount;
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

    /** Returns how many numbers to reserve ahead at this rate; at least {@code size}. */
    int ahead(int size) {
        return amount.of(numbersBefore, size);
    }

    /** Returns about how many ranges so many numbers are; rather too many, and at least one. */
    long ranges(int ofNumbers) {
        long ranges = ofNumbers * rangesBefore / Math.max(1, numbersBefore);
        return ranges + ranges / 8 + 1;
    }

    /** Returns whether {@code left} numbers of {@code all} are so few that the next ones should be on their way. */
    boolean isLow(long left, long all) {
        return amount.isLow(left, all);
    }
}
