package io.mintmark.storage.group;

import io.mintmark.internal.RandomSource;
import io.mintmark.internal.Sleeper;

/**
 * How a writer waits before it runs a group again of which nothing happened.
 *
 * @param sleeper makes it wait
 * @param random says which part of the longest pause, so that two nodes do not meet again
 */
record ReplayPause(Sleeper sleeper, RandomSource random) {
    /** The waits of production. */
    static final ReplayPause SYSTEM = new ReplayPause(Sleeper.SYSTEM, RandomSource.SYSTEM);
}
