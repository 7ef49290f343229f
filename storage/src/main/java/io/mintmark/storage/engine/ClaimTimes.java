package io.mintmark.storage.engine;

import java.time.Duration;

/**
 * How claims of nodes live, in an engine that several of them share; the same for all nodes.
 *
 * @param beat how often a node says that it lives
 * @param lapse how long a claim lasts after that
 */
public record ClaimTimes(Duration beat, Duration lapse) {
    /** Ten heartbeats may be missed. */
    public static final ClaimTimes DEFAULT = new ClaimTimes(Duration.ofSeconds(1), Duration.ofSeconds(10));

    /** A node that computes an index is replaced sooner than its tag is free. */
    private static final Duration SILENCE = Duration.ofSeconds(4);

    private static final int FEW = 4;

    /** Returns after how many heartbeats of one node another one that made none is dead. */
    public int beatsOfALapse() {
        return (int) Math.max(FEW, lapse.toNanos() / beat.toNanos());
    }

    /** Returns after how many of them its indexes are another node's. */
    public int beatsOfSilence() {
        return (int) Math.max(FEW, SILENCE.toNanos() / beat.toNanos());
    }
}
