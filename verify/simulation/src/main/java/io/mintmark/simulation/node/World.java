package io.mintmark.simulation.node;

import io.mintmark.simulation.engine.Engine;
import io.mintmark.simulation.judge.CreationsJudge;
import io.mintmark.simulation.judge.DocumentHistory;
import io.mintmark.simulation.judge.Judge;
import io.mintmark.simulation.judge.Scope;
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
        Settings settings,
        Agenda agenda,
        Story story,
        Engine engine,
        Network network,
        Judge judge,
        DocumentHistory documents,
        CreationsJudge creations,
        Machines machines,
        Dice dice) {

    /** Returns which documents those of a database's name are now. */
    public long scope(int name) {
        return Scope.of(name, engine.era(name), engine.putBacks());
    }

    /** Returns whether all events of the run have happened, so that clients begin nothing more. */
    public boolean isEnding() {
        return agenda.done() > settings.events();
    }

    /** Returns whether nodes share an engine over a wire, and claim tags in it. */
    boolean isShared() {
        return settings.shape().isShared();
    }
}
