package io.mintmark.lab.bench;

import java.time.Duration;

/**
 * How long the measurements take.
 *
 * @param rounds how often everything is measured, interleaved
 * @param warmUp how long a generator runs before it is measured
 * @param batchWindow length of a window of {@link BatchRun}
 * @param refillWindow length of a window of {@link RefillRun}
 * @param idle how long a generator is left alone after a burst
 * @param jmhIterations JMH's measuring iterations of a second each
 */
record Effort(
        int rounds, Duration warmUp, Duration batchWindow, Duration refillWindow, Duration idle, int jmhIterations) {
    /** For figures that are published. */
    static final Effort FULL = new Effort(
            5, Duration.ofMillis(1_500), Duration.ofSeconds(2), Duration.ofSeconds(4), Duration.ofSeconds(5), 5);

    /** To see that everything runs; its figures are worth nothing. */
    static final Effort QUICK = new Effort(
            1, Duration.ofMillis(600), Duration.ofMillis(400), Duration.ofSeconds(1), Duration.ofSeconds(2), 1);
}
