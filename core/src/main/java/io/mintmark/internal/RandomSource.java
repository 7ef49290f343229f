package io.mintmark.internal;

import java.util.concurrent.ThreadLocalRandom;

/** Random numbers for waits, replaceable so that tests can repeat themselves; nothing secret depends on them. */
@FunctionalInterface
public interface RandomSource {
    /** The randomness of production. */
    RandomSource SYSTEM = () -> ThreadLocalRandom.current().nextDouble();

    /** Returns a number from 0 to below 1. Safe for any number of threads. */
    double nextDouble();
}
