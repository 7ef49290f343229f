package io.mintmark.client.cluster;

import java.time.Duration;

/**
 * The wait before all nodes are asked again: random, up to a bound that doubles, so that clients which failed together do
 * not come back together.
 */
final class BackOff {
    private static final long FIRST_NANOS_MAX = Duration.ofMillis(100).toNanos();
    private static final long NANOS_MAX = Duration.ofSeconds(5).toNanos();
    private static final int DOUBLINGS_MAX = 10;

    private final RandomSource random;

    BackOff(RandomSource random) {
        this.random = random;
    }

    /**
     * Returns the nanoseconds to wait.
     *
     * @param round how many times all nodes were asked before
     * @param atLeast the nanoseconds that a server asked for, or 0
     */
    long nanos(int round, long atLeast) {
        long bound = Math.min(NANOS_MAX, FIRST_NANOS_MAX << Math.min(round, DOUBLINGS_MAX));
        return atLeast + (long) (random.nextDouble() * bound);
    }
}
