package io.mintmark.simulation.client;

import io.mintmark.simulation.plan.Dice;

/**
 * How a client behaves. Our client sends tokens and repeats a return once; an official client of RavenDB has no token,
 * tells {@code lastMax}, gives back when its store closes, and begins at 0 after that.
 *
 * @param ours whether it is our client
 * @param givesBack whether it gives the tail of a range back
 * @param repeats how often it repeats a return whose answer does not come
 * @param elsewhere whether it sends a repetition to another node
 * @param namesRequests whether its requests for identities bear an id
 * @param forgets whether it tells no {@code lastMax} after a return
 */
record Habits(boolean ours, boolean givesBack, int repeats, boolean elsewhere, boolean namesRequests, boolean forgets) {
    /** Draws the habits of a client. */
    static Habits of(Dice dice) {
        if (dice.chance(0.4)) {
            return new Habits(true, true, 1, false, true, false);
        }
        return new Habits(false, dice.chance(0.8), dice.below(3), dice.chance(0.5), dice.chance(0.7), dice.chance(0.7));
    }
}
