package io.mintmark.storage.row;

import java.time.Instant;

/** Instants as rows keep them: units of 100 ns since 1970, which is as fine as the protocol's time stamps. */
public final class Ticks {
    private static final long TICKS_PER_SECOND = 10_000_000;
    private static final long NANOS_PER_TICK = 100;

    private Ticks() {}

    /** Returns {@code instant} in units of 100 ns since 1970. */
    public static long of(Instant instant) {
        return instant.getEpochSecond() * TICKS_PER_SECOND + instant.getNano() / NANOS_PER_TICK;
    }

    /** Returns the instant that {@code ticks} stand for. */
    public static Instant toInstant(long ticks) {
        return Instant.ofEpochSecond(
                Math.floorDiv(ticks, TICKS_PER_SECOND), Math.floorMod(ticks, TICKS_PER_SECOND) * NANOS_PER_TICK);
    }
}
