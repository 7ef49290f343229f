package io.mintmark.number;

import io.mintmark.internal.Ticker;
import java.time.InstantSource;

/**
 * The wall clock, but for leaps into the future, which are not believed at once.
 *
 * <p>Ids never go back, so a clock that shows a wrong year for a moment would hold a generator until that year. A
 * reading that is more than {@value #LEAP_MAX_MILLIS} ms ahead of where the clock stood before, plus the time that
 * passed by the clock that never steps, is therefore ignored until it has lasted {@value #PROBATION_SECONDS} s;
 * meanwhile time goes on from the last reading that was believed. Steps back are passed on as they are: to hold or to
 * refuse is the generator's decision. A return to where the clock had been before is no leap. The first reading has to
 * be believed.
 *
 * <p>Not thread-safe.
 */
final class ForwardJumpFilter {
    static final long LEAP_MAX_MILLIS = 10_000;
    static final long PROBATION_SECONDS = 60;

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long PROBATION_MILLIS = PROBATION_SECONDS * 1_000;

    private final InstantSource wall;
    private final Ticker ticker;

    /** Wall clock less the clock that never steps, in milliseconds: as last believed, and the highest ever believed. */
    private long offset;

    private long highestOffset;
    private boolean leapt;
    private long leaptAt;

    ForwardJumpFilter(InstantSource wall, Ticker ticker) {
        this.wall = wall;
        this.ticker = ticker;
        this.offset = wall.millis() - steady();
        this.highestOffset = offset;
    }

    private long steady() {
        return ticker.nanos() / NANOS_PER_MILLI;
    }

    /** Returns milliseconds since 1970. */
    long millis() {
        long steady = steady();
        long seen = wall.millis() - steady;
        if (seen - highestOffset > LEAP_MAX_MILLIS && !hasLasted(steady)) {
            return steady + offset;
        }
        leapt = false;
        offset = seen;
        highestOffset = Math.max(highestOffset, seen);
        return steady + seen;
    }

    private boolean hasLasted(long steady) {
        if (!leapt) {
            leapt = true;
            leaptAt = steady;
        }
        return steady - leaptAt >= PROBATION_MILLIS;
    }
}
