package io.mintmark.cotenancy;

import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.util.function.Supplier;

/** Adds up what one class of tests saw, and prints it in two lines at its end. Used by one thread. */
final class Tally {
    private static final int IDS_QUICK = 300;
    private static final int IDS_PROOF = 10_000;
    private static final int CONTROL_RUNS_MAX = 10;

    private final String where;
    private final long seed;
    private final long ids;
    private final Sum live = new Sum();
    private final Sum controls = new Sum();

    private static final class Sum {
        private int counters;
        private long reservations;
        private long ids;
        private long duplicates;

        void add(LiveRun.Outcome outcome) {
            counters++;
            reservations += outcome.reservations();
            ids += outcome.ids();
            duplicates += outcome.duplicates();
        }

        @Override
        public String toString() {
            return String.format(
                    "%d counters, %,d reservations, %,d ids, %,d of them twice",
                    counters, reservations, ids, duplicates);
        }
    }

    /**
     * Draws the seed of a class of tests.
     *
     * @param where which programs, on which server
     */
    Tally(String where) {
        this.where = where;
        this.seed = Seed.fresh(where);
        this.ids = Effort.of("ids of a counter shared by " + where, IDS_QUICK, IDS_PROOF);
    }

    long seed() {
        return seed;
    }

    /** Returns how many numbers are issued of one counter. */
    long ids() {
        return ids;
    }

    LiveRun.Outcome live(LiveRun.Outcome outcome) {
        live.add(outcome);
        return outcome;
    }

    /** Runs what has a wrong rule until it repeats a number: whether programs meet in a short run is left to chance. */
    LiveRun.Outcome control(Supplier<LiveRun.Outcome> run) {
        LiveRun.Outcome outcome = run.get();
        controls.add(outcome);
        for (int again = 1; again < CONTROL_RUNS_MAX && outcome.duplicates() == 0; again++) {
            outcome = run.get();
            controls.add(outcome);
        }
        return outcome;
    }

    void print() {
        System.out.println("[co-tenancy] " + where + ": " + live);
        System.out.println("[co-tenancy] " + where + ", wrong rules on purpose: " + controls);
    }
}
