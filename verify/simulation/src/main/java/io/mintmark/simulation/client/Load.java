package io.mintmark.simulation.client;

import io.mintmark.simulation.plan.Dice;
import java.util.List;

/**
 * What all clients of a run do most; drawn by the seed, since a load that has everything in equal parts meets few
 * extremes.
 *
 * @param hot how much of all use is of one counter
 * @param uses how often a client issues all numbers of a range at once
 * @param idle how often it gets a range and does not use it at once
 * @param returns how often it gives a range back, instead of using a counter
 * @param restarts how often it begins anew, and knows nothing any more
 */
public record Load(double hot, double uses, double idle, double returns, double restarts) {
    /** Draws a load. */
    public static Load of(Dice dice) {
        return new Load(
                dice.one(List.of(0.0, 0.2, 0.9)),
                dice.one(List.of(0.2, 0.9)),
                dice.one(List.of(0.1, 0.6)),
                dice.one(List.of(0.15, 0.4)),
                dice.one(List.of(0.0, 0.02)));
    }
}
