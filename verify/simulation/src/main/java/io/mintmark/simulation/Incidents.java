package io.mintmark.simulation;

import io.mintmark.simulation.engine.DatabaseRows;
import io.mintmark.simulation.engine.Engine;
import io.mintmark.simulation.node.Network;
import io.mintmark.simulation.node.Node;
import io.mintmark.simulation.node.NodeProcess;
import io.mintmark.simulation.node.World;
import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Dice;
import io.mintmark.simulation.plan.Fault;
import io.mintmark.simulation.plan.Shape;
import io.mintmark.simulation.plan.Swarm.Incident;
import io.mintmark.simulation.plan.Twin;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Lets incidents happen to the world, and does what operators do about them. */
final class Incidents {
    /** The name that only undone creations make. */
    private static final int UNDONE = 2;

    private final World world;
    private final List<Node> nodes;
    private final MachineFaults machines;
    private final Map<Fault, Integer> happened = new EnumMap<>(Fault.class);
    /** While it is put back and raised, nobody else's incident meddles. */
    private boolean restoring;

    Incidents(World world, List<Node> nodes) {
        this.world = world;
        this.nodes = nodes;
        this.machines = new MachineFaults(world, nodes);
    }

    /** Returns how often each fault happened. */
    Map<Fault, Integer> happened() {
        return happened;
    }

    void plan(List<Incident> incidents) {
        for (Incident incident : incidents) {
            world.agenda().at(incident.at(), () -> begin(incident));
            if (incident.fault() == Fault.ROLLBACK) {
                planCopy(incident);
            }
        }
    }

    private void begin(Incident incident) {
        if (restoring || world.isEnding()) {
            return;
        }
        int ignored = happened.merge(incident.fault(), 1, Integer::sum);
        world.story().tell("-- " + incident.fault() + ", incident #", incident.number());
        Network network = world.network();
        switch (incident.fault()) {
            case CRASH -> crash(incident, false);
            case LOST_SYNC -> {
                if (world.settings().shape() == Shape.POSTGRESQL) {
                    machines.lieOnce(incident);
                } else {
                    crash(incident, true);
                }
            }
            case PAUSE -> pause(incident);
            case PARTITION -> partition(incident);
            case ONE_WAY -> onNode(incident, network::loseAnswers);
            case DELAY -> during(incident, network::delay);
            case DUPLICATE -> during(incident, network::duplicate);
            case NODE_CLOCK -> nodes.forEach(node -> node.stepClock(hours(incident.dice())));
            case ENGINE_CLOCK -> {
                world.engine().stepClock(hours(incident.dice()));
                nodes.forEach(Node::engineClockStepped);
            }
            case FULL_DISK -> during(incident, world.engine()::fillDisk);
            case READ_ONLY -> during(incident, world.engine()::allowReadsOnly);
            case SLOW -> during(incident, world.engine()::slowDown);
            case DROP_CREATE -> dropAndCreate(incident);
            case UNDONE_CREATION -> undoneCreation(incident);
            case TWO_CLUSTERS -> twoClusters(incident);
            case ROLLBACK -> {
                // Planned with its copy.
            }
        }
    }

    private static long hours(Dice dice) {
        return dice.between(-8, 8) * 3_600 * Agenda.SECOND;
    }

    private interface Switch {
        void set(boolean on);
    }

    private void during(Incident incident, Switch what) {
        what.set(true);
        world.agenda().in(incident.lasts(), () -> what.set(false));
    }

    private void onNode(Incident incident, BiConsumer<Integer, Boolean> what) {
        int node = incident.dice().below(nodes.size());
        world.story().tell("   it is node @", node);
        during(incident, on -> what.accept(node, on));
    }

    private void crash(Incident incident, boolean inDoubt) {
        Node node = nodes.get(incident.dice().below(nodes.size()));
        if (world.settings().shape().isShared() && incident.dice().chance(0.3)) {
            world.engine().restart();
            during(incident, world.network()::engineGone);
            return;
        }
        if (world.settings().shape() == Shape.POSTGRESQL) {
            machines.crash(incident, node);
        } else if (world.settings().shape().isShared()) {
            node.stop();
        } else if (incident.dice().chance(0.3)) {
            cutOff(inDoubt);
        } else {
            // The moment that hurts most.
            world.engine().duringNextSync(() -> cutOff(inDoubt));
        }
    }

    private void cutOff(boolean inDoubt) {
        nodes.forEach(Node::stop);
        world.story().tell("   the machine stops");
        if (world.engine().cutOff(inDoubt)) {
            world.story().tell("   its last commit is damaged");
        }
    }

    private void pause(Incident incident) {
        NodeProcess process = nodes.get(incident.dice().below(nodes.size())).process();
        if (process == null) {
            return;
        }
        Runnable pause = () -> {
            process.pause();
            world.agenda().in(incident.lasts(), process::goOn);
        };
        if (world.settings().shape() == Shape.ONE_ROW) {
            // The moment that hurts most.
            process.beforeNextSet(pause);
        } else {
            pause.run();
        }
    }

    private void partition(Incident incident) {
        Network network = world.network();
        boolean fromEngine =
                world.settings().shape().isShared() && incident.dice().chance(0.7);
        onNode(incident, fromEngine ? network::cutFromEngine : network::cutFromClients);
    }

    private void dropAndCreate(Incident incident) {
        int name = incident.dice().chance(0.7) ? 0 : 1;
        boolean cutOff = world.settings().shape().isShared() && incident.dice().chance(0.7);
        if (cutOff) {
            int node = incident.dice().below(nodes.size());
            world.story().tell("   meanwhile node @ is cut off", node);
            world.network().cutFromEngine(node, true);
            world.agenda()
                    .in(
                            incident.lasts() + 8 * Agenda.SECOND,
                            () -> world.network().cutFromEngine(node, false));
        }
        world.agenda().in(300 * Agenda.MILLI, () -> drop(name));
        world.agenda().in(300 * Agenda.MILLI + incident.dice().delay(Agenda.SECOND), () -> create(name));
    }

    private void drop(int name) {
        if (world.engine().drop(name) != null) {
            world.story().tell("shop# is dropped", name);
        }
    }

    private @Nullable DatabaseRows create(int name) {
        DatabaseRows made = world.engine().create(name);
        if (made != null) {
            world.story().tell("shop# is made", name);
        }
        return made;
    }

    private void undoneCreation(Incident incident) {
        DatabaseRows made = create(UNDONE);
        if (made == null) {
            return;
        }
        world.agenda().in(incident.lasts(), () -> {
            boolean gone = world.engine().takeBack(made);
            world.story().tell(gone ? "the creation of shop# is undone" : "shop# is used, and stays", UNDONE);
        });
    }

    private void twoClusters(Incident incident) {
        if (world.settings().shape().isShared()) {
            Node node = nodes.get(incident.dice().below(nodes.size()));
            NodeProcess first = node.process();
            node.pause();
            node.replace();
            // Long enough for the other one to take the tag over.
            world.agenda().in(20 * Agenda.SECOND, () -> Node.goOn(first));
            return;
        }
        Node second = nodes.get(1);
        second.want(true);
        world.agenda().in(incident.lasts() + 5 * Agenda.SECOND, () -> second.want(false));
    }

    /** Nothing goes wrong any more: all nodes run, and reach their engine and each other. */
    void heal() {
        Network network = world.network();
        network.engineGone(false);
        network.delay(false);
        network.duplicate(false);
        world.engine().fillDisk(false);
        world.engine().allowReadsOnly(false);
        world.engine().slowDown(false);
        for (int node = 0; node < nodes.size(); node++) {
            network.cutFromEngine(node, false);
            network.cutFromClients(node, false);
            network.loseAnswers(node, false);
        }
        if (!restoring) {
            nodes.forEach(node -> node.want(true));
        }
    }

    private void planCopy(Incident incident) {
        long before = incident.dice().between(5 * Agenda.SECOND, 40 * Agenda.SECOND);
        Engine.Contents[] copy = new Engine.Contents[1];
        world.agenda().at(Math.max(Agenda.SECOND, incident.at() - before), () -> {
            copy[0] = world.engine().copy();
            world.story().tell("a backup is made");
        });
        world.agenda().at(incident.at() + 1, () -> {
            Engine.Contents backup = copy[0];
            if (backup != null && !restoring && !world.isEnding()) {
                putBack(incident, backup);
            }
        });
    }

    private void putBack(Incident incident, Engine.Contents copy) {
        restoring = true;
        boolean beneath = world.settings().shape().isShared()
                && nodes.stream().allMatch(Node::isWell)
                && incident.dice().chance(0.6);
        if (!beneath) {
            nodes.forEach(node -> node.want(false));
        }
        world.engine().putBack(copy);
        world.story().tell(beneath ? "the backup is put back beneath running nodes" : "the backup is put back");
        boolean notices = world.settings().twin() != Twin.OLDER_COPY_UNNOTICED;
        world.agenda().in(6 * Agenda.SECOND, () -> {
            if (notices || !beneath) {
                raise();
            }
            restoring = false;
        });
    }

    private void raise() {
        nodes.forEach(node -> node.want(false));
        world.engine().raise();
        boolean isShared = world.settings().shape().isShared();
        for (int i = 0; i < nodes.size(); i++) {
            nodes.get(i).want(isShared || i == 0);
        }
        for (int name = 0; name < UNDONE; name++) {
            DatabaseRows ignored = create(name);
        }
    }
}
