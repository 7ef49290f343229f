package io.mintmark.storage.write;

import io.mintmark.counter.Reservation;
import java.util.Locale;
import java.util.Optional;

/**
 * By how much a copy must be raised at least, so that what was given out since it was made does not come again;
 * immutable.
 *
 * <p>It is twice what the number that grew fastest grows in the time since the copy's last sample, if each hour were as
 * busy as the busiest one known, and one reservation more. Clocks are trusted one way only: a history that is short, or
 * one that lies in the future, gives {@link #UNKNOWN}, and never less.
 *
 * <p>Where the history is short, time since its end counts as well, at {@link #UNKNOWN_A_SECOND}. So a copy that is put
 * back and raised a second time goes above what was given out after the first time.
 *
 * @param by how many numbers
 * @param why how it was found, a few words
 */
public record LeastRaise(long by, String why) {
    /** What is taken where the growth is not known: {@link #UNKNOWN_A_SECOND} for a day. */
    public static final long UNKNOWN = 1L << 30;

    /** What is taken for each second since the end of a history that is too short. */
    public static final long UNKNOWN_A_SECOND = 12_428;

    /** How many samples are a history. */
    public static final long SAMPLES_MIN = 24;

    /** The longest range that a client can reserve. */
    private static final long RANGE_MAX = 1L << 20;

    /** Requires that numbers are raised {@code by} 1 to 2^53-1. */
    public static void require(long by) {
        if (by < 1 || by > Reservation.CEILING_JS_SAFE) {
            throw new IllegalArgumentException("by must be 1 to " + Reservation.CEILING_JS_SAFE + ": by=" + by);
        }
    }

    /** Returns what a number becomes that is raised: at its ceiling it stays there, and is exhausted. */
    public static long up(long number, long by) {
        return Math.max(number, Math.min(number + by, Reservation.CEILING_JS_SAFE));
    }

    /** Returns what a copy with that history must be raised by at {@code nowMillis}. */
    public static LeastRaise of(Optional<Growth> known, long nowMillis) {
        if (known.isEmpty()) {
            return unknown("the copy has no history of how fast its numbers grew");
        }
        Growth growth = known.get();
        if (nowMillis < growth.moment()) {
            return unknown("the copy's history ends in the future, so a clock is wrong");
        }
        if (growth.samples() < SAMPLES_MIN) {
            return ofTime(growth, 1 + (nowMillis - growth.moment()) / 1_000);
        }
        return ofHours(growth, 1 + (nowMillis - growth.moment()) / Growth.SAMPLED_EVERY_MILLIS);
    }

    private static LeastRaise unknown(String why) {
        return new LeastRaise(UNKNOWN, why);
    }

    private static LeastRaise ofTime(Growth growth, long seconds) {
        return new LeastRaise(
                up(UNKNOWN, UNKNOWN_A_SECOND * Math.min(seconds, Reservation.CEILING_JS_SAFE / UNKNOWN_A_SECOND)),
                String.format(
                        Locale.ROOT,
                        "the copy's history is too short: %d of %d hours; so %,d numbers a second for the %,d s since its"
                                + " end and for a day",
                        growth.samples(),
                        SAMPLES_MIN,
                        UNKNOWN_A_SECOND,
                        seconds));
    }

    /** The reservation ahead of a node is part of what grew in its hour. */
    private static LeastRaise ofHours(Growth growth, long hours) {
        long ahead = Math.max(RANGE_MAX, growth.steepest());
        double exact = 2.0 * growth.steepest() * hours + ahead;
        long by = exact >= Reservation.CEILING_JS_SAFE
                ? Reservation.CEILING_JS_SAFE
                : 2 * growth.steepest() * hours + ahead;
        return new LeastRaise(
                by,
                String.format(
                        Locale.ROOT,
                        "twice %,d numbers an hour for %,d h, and a reservation of %,d",
                        growth.steepest(),
                        hours,
                        ahead));
    }

    /** Returns the same above {@code raised}, by which others raised the data since the copy was made. */
    public LeastRaise above(long raised) {
        return raised <= 0
                ? this
                : new LeastRaise(
                        up(by, raised),
                        String.format(Locale.ROOT, "%s; and the %,d by which it was raised since", why, raised));
    }

    /** Returns the larger one. */
    public LeastRaise or(LeastRaise other) {
        return other.by > by ? other : this;
    }
}
