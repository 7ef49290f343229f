package io.mintmark.lab.load;

import java.time.Duration;

/**
 * How long the loads last and how far they go.
 *
 * @param plan what this is called in reports
 * @param rounds how often everything is measured, interleaved
 * @param warmUp how long our server is under a load before it is measured: longer than its compilers need
 * @param storeWarmUp the same for PostgreSQL, which compiles nothing while it runs
 * @param window how long is measured
 * @param syncs appends that make a disk baseline
 * @param streamed documents of one bulk insert
 * @param memoryPower documents streamed at most while memory is watched, as a power of ten
 * @param documentsPower documents stored at most while costs are watched, as a power of ten
 * @param countersPower counters used at most while costs are watched, as a power of ten
 */
record LoadEffort(
        String plan,
        int rounds,
        Duration warmUp,
        Duration storeWarmUp,
        Duration window,
        int syncs,
        int streamed,
        int memoryPower,
        int documentsPower,
        int countersPower) {
    /** For figures that are published. */
    static final LoadEffort FULL = new LoadEffort(
            "full", 5, Duration.ofSeconds(15), Duration.ofSeconds(4), Duration.ofSeconds(5), 2_000, 200_000, 7, 7, 5);

    /** For all parts in much less time: fewer and shorter rounds, growth to a tenth of the documents. */
    static final LoadEffort SHORT = new LoadEffort(
            "short", 3, Duration.ofSeconds(13), Duration.ofSeconds(3), Duration.ofSeconds(4), 1_000, 200_000, 7, 6, 5);

    /** To see that everything runs; its figures are worth nothing. */
    static final LoadEffort QUICK = new LoadEffort(
            "quick", 1, Duration.ofSeconds(1), Duration.ofMillis(500), Duration.ofSeconds(1), 100, 20_000, 5, 4, 3);

    LoadEffort withRounds(int other) {
        return new LoadEffort(
                plan, other, warmUp, storeWarmUp, window, syncs, streamed, memoryPower, documentsPower, countersPower);
    }
}
