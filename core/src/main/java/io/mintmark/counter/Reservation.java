package io.mintmark.counter;

/**
 * Where the next range of a counter lies: {@code [low, high]}, both included.
 *
 * <p>Immutable. It is arithmetic only: the numbers are reserved once {@link #high()} is durably the counter's new value
 * (promise G2). No input makes the arithmetic wrap (promise G8).
 *
 * @param low the first number, at least 1
 * @param high the last number, at least {@code low}
 */
public record Reservation(long low, long high) {
    /** Highest ceiling under which every number survives JavaScript and other readers of doubles: 2^53 - 1. */
    public static final long CEILING_JS_SAFE = (1L << 53) - 1;
    /** Highest ceiling there is: 2^63 - 1. */
    public static final long CEILING_LONG = Long.MAX_VALUE;
    /** Farthest that a client's {@code lastMax} moves a counter up: 2^32. */
    public static final long LEAP_MAX = 1L << 32;

    /** Checks that the range is one: {@code 1 <= low <= high}. */
    public Reservation {
        if (low < 1 || high < low) {
            throw new IllegalArgumentException("a range must have 1 <= low <= high: low=" + low + ", high=" + high);
        }
    }

    /**
     * Places the next range above everything that the counter passed and the client ever had.
     *
     * <p>Holds: {@code low} is one above the greater of {@code max} and {@code lastMax}; the range has {@code size}
     * numbers, or fewer if it is the last one below the ceiling. So a client that outlived its counter's restore or
     * deletion moves the counter back up, by {@link #LEAP_MAX} at most. Undefined: nothing; negative counters count
     * as 0.
     *
     * @param max the counter as stored; 0 if there is none
     * @param lastMax the highest number that the client ever had of this counter, as the client tells it
     * @param size how many numbers to reserve, at least 1; see {@link RangeSize}
     * @param ceiling the highest number that the counter may reach
     * @throws LeapRefusedException if {@code lastMax} is more than {@link #LEAP_MAX} above {@code max}
     * @throws ExhaustedException if no number is left below the ceiling
     */
    public static Reservation of(long max, long lastMax, int size, long ceiling) {
        if (size < 1) {
            throw new IllegalArgumentException("a range must hold at least one number: size=" + size);
        }
        long stored = Math.max(0, max);
        long claimed = Math.max(0, lastMax);

        // Neither is negative: the difference cannot overflow.
        long leap = claimed - stored;
        if (leap > LEAP_MAX) {
            throw new LeapRefusedException("lastMax may be at most " + LEAP_MAX + " (2^32) above the counter: lastMax="
                    + lastMax + " is " + leap + " above Max=" + max
                    + "; if the client is right, raise the counter by editing Max of its document Raven/Hilo/...");
        }

        long base = Math.max(stored, claimed);
        if (base >= ceiling) {
            throw new ExhaustedException("a counter at its ceiling refuses and never wraps: ceiling=" + ceiling
                    + ", Max=" + max + ", lastMax=" + lastMax
                    + "; go on with a counter of another name, or raise the ceiling if it is below 2^63-1 and all"
                    + " readers of the ids take 64-bit numbers");
        }
        long high = ceiling - base < size ? ceiling : base + size;
        return new Reservation(base + 1, high);
    }

    /** Returns how many numbers the range holds. */
    public long size() {
        return high - low + 1;
    }
}
