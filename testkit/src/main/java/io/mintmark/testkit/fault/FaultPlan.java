package io.mintmark.testkit.fault;

import java.util.List;
import java.util.SplittableRandom;

/** Decides what happens to each request that passes a {@link FaultProxy}; safe for any number of threads. */
@FunctionalInterface
public interface FaultPlan {

    /** Returns what happens to the next request. */
    Fault next();

    /** Returns the plan without faults. */
    static FaultPlan calm() {
        return () -> Fault.NONE;
    }

    /** Returns a plan with the faults of the first requests; later requests meet none. */
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
     * Returns a random plan, which the same seed repeats.
     *
     * <p>The order of faults is repeated; which request meets which fault depends on the order of requests.
     *
     * @param seed the seed of the plan
     * @param share the share of requests for which a kind is drawn, 0 to 1
     * @param kinds the faults to choose from, with equal probability; {@link Fault#NONE} among them lets requests pass
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
