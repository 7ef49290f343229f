package io.mintmark.uuid;

import io.mintmark.RandomBytes;
import io.mintmark.counter.ExhaustedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executor;

/**
 * Claims of a {@link TimeWord} at the present time: each one higher than all before, in the whole process.
 *
 * <p>A new millisecond (or fraction of one) begins at a random low counter, so that generators which know nothing of
 * each other seldom claim the same. <b>A clock that steps back</b> is not followed: the time stands, the counter goes
 * on, until the clock has caught up. <b>A counter that is full</b> carries into the next millisecond, ahead of the
 * clock.
 */
final class Claims {
    /**
     * How many claims a caller makes by the cached clock before it reads the clock itself: after a long pause that is
     * late.
     */
    private static final long LOOK_MASK = 63;

    /** Clock readings from here on are refused; no carry from below reaches 2^48. */
    private static final long MILLIS_LIMIT = TimeWord.LAST >>> TimeWord.COUNTER_BITS;

    private static final int FRACTIONS = 1 << 12;
    private static final int FRACTION_SHIFT = TimeWord.COUNTER_BITS - 12;
    private static final int NANOS_PER_MILLI = 1_000_000;

    private final TimeWord word = new TimeWord();
    private final InstantSource clock;
    private final RandomBits seeds;
    private final boolean fractions;
    private final CachedClock cached;

    private Claims(InstantSource clock, RandomBytes random, boolean fractions, Executor threads) {
        this.clock = CachedClock.required(clock);
        this.seeds = new RandomBits(random);
        this.fractions = fractions;
        this.cached = new CachedClock(word, this::look, threads);
    }

    /** Claims by millisecond: beginning at a random counter below 2^15, room for 2^15 more at least. */
    static Claims byMillisecond(InstantSource clock, RandomBytes random, Executor threads) {
        return new Claims(clock, random, false, threads);
    }

    /** Claims by the 4096th part of a millisecond, 16 each; every one reads the clock, whose exactness is its point. */
    static Claims byFraction(InstantSource clock, RandomBytes random) {
        return new Claims(clock, random, true, nobody -> {});
    }

    /**
     * Claims the next word.
     *
     * @throws ExhaustedException if the clock is before 1970 or after July 10889
     */
    long next() {
        boolean exact = !cached.isTicking();
        if (exact) {
            lookOrRefuse();
        }
        long claim = word.next();
        if (exact) {
            cached.readByCaller(claim >>> TimeWord.COUNTER_BITS);
        } else if ((claim & LOOK_MASK) == 0) {
            lookOrRefuse();
        }
        if (Long.compareUnsigned(claim, TimeWord.LAST) >= 0) {
            throw exhausted(claim >>> TimeWord.COUNTER_BITS);
        }
        return claim;
    }

    private void lookOrRefuse() {
        long ignored = requireMillis(look());
    }

    /** Returns a time in milliseconds since 1970; refuses one that ids have no room for. */
    static long requireMillis(long millis) {
        if (millis < 0 || millis >= MILLIS_LIMIT) {
            throw exhausted(millis);
        }
        return millis;
    }

    /**
     * Reads the clock and moves the word to it, if it is behind and the reading is one that fits; returns the reading.
     */
    private long look() {
        long floor;
        long millis;
        if (fractions) {
            Instant now = clock.instant();
            millis = now.toEpochMilli();
            long fraction = (long) (now.getNano() % NANOS_PER_MILLI) * FRACTIONS / NANOS_PER_MILLI;
            floor = millis << TimeWord.COUNTER_BITS | fraction << FRACTION_SHIFT;
        } else {
            millis = clock.millis();
            floor = millis << TimeWord.COUNTER_BITS;
        }
        if (millis >= 0 && millis < MILLIS_LIMIT && Long.compareUnsigned(word.get(), floor) < 0) {
            word.raise(floor | seeds.of(floor) & seedMask());
        }
        return millis;
    }

    /** All of the counter but its top bit, which is room to count. */
    private long seedMask() {
        return fractions ? (1L << (FRACTION_SHIFT - 1)) - 1 : (1L << (TimeWord.COUNTER_BITS - 1)) - 1;
    }

    /** Returns how far claims are ahead of the clock; zero unless it stepped back or more was claimed than fits. */
    Duration ahead() {
        return Duration.ofMillis(Math.max(0, (word.get() >>> TimeWord.COUNTER_BITS) - clock.millis()));
    }

    private static ExhaustedException exhausted(long millis) {
        return new ExhaustedException("times of UUIDs and ULIDs go from 1970 to July 10889: clock at " + millis
                + " ms since 1970; set the clock right");
    }
}
