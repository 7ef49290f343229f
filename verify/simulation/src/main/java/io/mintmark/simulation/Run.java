package io.mintmark.simulation;

import io.mintmark.simulation.client.Client;
import io.mintmark.simulation.client.Load;
import io.mintmark.simulation.engine.DatabaseRows;
import io.mintmark.simulation.engine.Engine;
import io.mintmark.simulation.judge.CreationsJudge;
import io.mintmark.simulation.judge.DocumentHistory;
import io.mintmark.simulation.judge.Judge;
import io.mintmark.simulation.node.Machines;
import io.mintmark.simulation.node.Network;
import io.mintmark.simulation.node.Node;
import io.mintmark.simulation.node.World;
import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Dice;
import io.mintmark.simulation.plan.Settings;
import io.mintmark.simulation.plan.Shape;
import io.mintmark.simulation.plan.Story;
import io.mintmark.simulation.plan.Swarm;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One run: a world is made of its settings, and lives until something is broken or its events are used up. */
public final class Run {
    /** The dice of engine, wires and nodes are drawn before. */
    private static final int DICE_BEFORE_INCIDENTS = 3;

    /** How long after everything healed a journal may have something still. */
    private static final long HOME_WITHIN = 180 * Agenda.SECOND;

    private final Settings settings;
    private final World world;
    private final List<Node> nodes = new ArrayList<>();
    private final Incidents incidents;

    private Run(Settings settings, @Nullable PrintStream out) {
        this.settings = settings;
        Dice dice = new Dice(settings.seed());
        Agenda agenda = new Agenda();
        Story story = new Story(agenda, out);
        Engine engine = new Engine(settings, agenda, dice.split(), story);
        int places = settings.isAlone() ? 1 : settings.shape() == Shape.SQLITE ? 2 : 3;
        Network network = new Network(agenda, dice.split(), places);
        Judge judge = new Judge();
        world = new World(
                settings,
                agenda,
                story,
                engine,
                network,
                judge,
                new DocumentHistory(),
                new CreationsJudge(judge),
                new Machines(settings, agenda),
                dice.split());
        for (int slot = 0; slot < places; slot++) {
            nodes.add(new Node(world, slot));
        }
        incidents = new Incidents(world, nodes);
        incidents.plan(Swarm.of(settings, dice.split()).incidents());
        begin(dice.split());
    }

    /** Lives through a run, and tells it to {@code out} if there is one. */
    public static Outcome of(Settings settings, @Nullable PrintStream out) {
        return new Run(settings, out).live();
    }

    /** Returns the incidents of a run, without living through it. */
    static List<Swarm.Incident> incidentsOf(Settings settings) {
        Dice dice = new Dice(settings.seed());
        for (int earlier = 0; earlier < DICE_BEFORE_INCIDENTS; earlier++) {
            Dice ignored = dice.split();
        }
        return Swarm.of(settings, dice.split()).incidents();
    }

    private void begin(Dice dice) {
        for (int name = 0; name < 2; name++) {
            DatabaseRows ignored = world.engine().create(name);
        }
        for (int i = 0; i < nodes.size(); i++) {
            nodes.get(i).begin(i == 0 || settings.shape().isShared());
        }
        Load load = Load.of(dice);
        for (int number = 1; number <= settings.clients(); number++) {
            new Client(number, world, nodes, dice.split(), load).begin();
        }
    }

    private Outcome live() {
        Agenda agenda = world.agenda();
        boolean any = true;
        while (any
                && agenda.done() < settings.events()
                && world.judge().violation().isEmpty()) {
            any = agenda.runNext();
        }
        long events = Math.min(agenda.done(), settings.events());
        comeHome();
        Optional<String> violation = world.judge().violation().or(this::readAll);
        violation.ifPresent(broken -> world.story().tell("BROKEN: " + broken));
        return new Outcome(
                settings,
                violation,
                events,
                agenda.now(),
                world.judge().numbers(),
                world.engine().commits(),
                world.judge().waits(),
                world.story().digest(),
                incidents.happened());
    }

    /** Everything heals, and what nodes kept meanwhile comes home within some time of the run. */
    private void comeHome() {
        if (world.machines().firstWaiting() < 0 || world.judge().violation().isPresent()) {
            return;
        }
        world.story().tell("-- everything heals");
        incidents.heal();
        Agenda agenda = world.agenda();
        long until = agenda.now() + HOME_WITHIN;
        while (world.machines().firstWaiting() >= 0 && world.judge().violation().isEmpty()) {
            if (agenda.now() > until || !agenda.runNext()) {
                world.creations().late(world.machines().firstWaiting());
            }
        }
    }

    /** Documents are judged in the end. */
    private Optional<String> readAll() {
        world.engine().restart();
        for (int name = 0; name <= 2; name++) {
            DatabaseRows rows = world.engine().database(name);
            if (rows != null) {
                world.creations().judgeEnd(rows.life(), world.engine().putBacks(), rows::body);
            }
        }
        if (world.judge().violation().isPresent()) {
            return world.judge().violation();
        }
        for (int name = 0; name <= 2; name++) {
            DatabaseRows rows = world.engine().database(name);
            world.documents().readAll(world.scope(name), rows == null ? List.of() : rows.documents());
        }
        return world.documents().violation();
    }
}
