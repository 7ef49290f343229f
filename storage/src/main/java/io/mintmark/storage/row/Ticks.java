package io.mintmark.storage.row;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Instants as rows keep them: units of 100 ns since 1970, which is as fine as the protocol's time stamps. */
public final class Ticks {
    private static final long TICKS_PER_SECOND = 10_000_000;
    private static final long NANOS_PER_TICK = 100;
    private static final long SECONDS_MAX = Long.MAX_VALUE / TICKS_PER_SECOND / 2;

    private Ticks() {}

    /** Returns {@code instant} in units of 100 ns since 1970. */
    public static long of(Instant instant) {
        return instant.getEpochSecond() * TICKS_PER_SECOND + instant.getNano() / NANOS_PER_TICK;
    }

    /** Returns {@code period} in the same units; one that leads back before all rows may come out shorter. */
    public static long of(Duration period) {
        return Math.min(period.getSeconds(), SECONDS_MAX) * TICKS_PER_SECOND + period.getNano() / NANOS_PER_TICK;
    }

    /** Returns the same of an instant that may be missing, and then is null in a row. */
    public static @Nullable Long ofNullable(@Nullable Instant instant) {
        return instant == null ? null : of(instant);
    }

    /** Returns the instant that a row has, if it has one. */
    public static @Nullable Instant toNullable(@Nullable Long ticks) {
        return ticks == null ? null : toInstant(ticks);
    }

    /** Returns the instant that {@code ticks} stand for. */
    public static Instant toInstant(long ticks) {
        return Instant.ofEpochSecond(
                Math.floorDiv(ticks, TICKS_PER_SECOND), Math.floorMod(ticks, TICKS_PER_SECOND) * NANOS_PER_TICK);
    }
}
