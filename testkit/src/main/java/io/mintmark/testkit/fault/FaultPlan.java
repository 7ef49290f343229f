package io.mintmark.testkit.fault;

import java.util.List;
import java.util.SplittableRandom;

/** Decides what happens to each request that passes a {@link FaultProxy}; safe for any number of threads. */
@FunctionalInterface
public interface FaultPlan {

    /** Returns what happens to the next request. */
    Fault next();

    /** Returns the plan under which nothing happens. */
    static FaultPlan calm() {
        return () -> Fault.NONE;
    }

    /** Returns a plan that names the faults of the first requests; nothing happens to those that follow. */
    static FaultPlan inTurn(Fault... faults) {
        return new FaultPlan() {
            private int next;

            @Override
            public synchronized Fault next() {
                return next < faults.length ? faults[next++] : Fault.NONE;
            }
        };
    }

    /**
     * Returns a plan drawn at random, the same again for the same numbers.
     *
     * <p>The order of faults is repeated; which request meets which depends on the order in which they come.
     *
     * @param seed what repeats it
     * @param share how many of all requests meet a fault, 0 to 1
     * @param kinds the faults to choose from, each as often as the others
     */
    static FaultPlan random(long seed, double share, Fault... kinds) {
        if (!(share >= 0 && share <= 1) || kinds.length == 0) {
            throw new IllegalArgumentException("a plan must have 0 <= share <= 1 and one kind at least: share=" + share
                    + ", kinds=" + List.of(kinds));
        }
        return new FaultPlan() {
            private final SplittableRandom random = new SplittableRandom(seed);

            @Override
            public synchronized Fault next() {
                return random.nextDouble() < share ? kinds[random.nextInt(kinds.length)] : Fault.NONE;
            }
        };
    }
}
