package io.mintmark.simulation.node;

import io.mintmark.simulation.engine.Engine;
import io.mintmark.simulation.judge.History;
import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Dice;
import io.mintmark.simulation.plan.Settings;
import io.mintmark.simulation.plan.Story;

/**
 * What all actors of a run share.
 *
 * @param dice of nodes
 */
public record World(
        Settings settings, Agenda agenda, Story story, Engine engine, Network network, History history, Dice dice) {

    /** Returns whether nodes share an engine over a wire, and claim tags in it. */
    boolean isShared() {
        return settings.shape().isShared();
    }
}
