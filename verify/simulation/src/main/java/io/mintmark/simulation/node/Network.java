package io.mintmark.simulation.node;

import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Dice;

/** The wires between clients and nodes, and between nodes and their engine. Used by one thread. */
public final class Network {
    private static final long USUAL = Agenda.MILLI;

    private final Agenda agenda;
    private final Dice dice;
    private final boolean[] cutFromEngine;
    private final boolean[] cutFromClients;
    private final boolean[] answersLost;
    private boolean engineGone;
    private boolean delays;
    private boolean duplicates;

    /** Creates the wires of so many nodes. */
    public Network(Agenda agenda, Dice dice, int nodes) {
        this.agenda = agenda;
        this.dice = dice;
        cutFromEngine = new boolean[nodes];
        cutFromClients = new boolean[nodes];
        answersLost = new boolean[nodes];
    }

    /** Carries a message from a client to a node; what stands between repeats it only if it is {@code repeatable}. */
    public void toNode(int node, boolean repeatable, Runnable message) {
        if (!cutFromClients[node]) {
            carry(message, repeatable);
        }
    }

    /** Carries an answer from a node to a client. */
    public void toClient(int node, Runnable message) {
        if (!cutFromClients[node] && !(answersLost[node] && dice.chance(0.3))) {
            agenda.in(delay(), message);
        }
    }

    /** An answer belongs to a connection. */
    private void carry(Runnable message, boolean repeatable) {
        agenda.in(delay(), message);
        if (repeatable && duplicates && dice.chance(0.25)) {
            agenda.in(delay() + dice.delay(dice.chance(0.5) ? 5 * Agenda.SECOND : 300 * Agenda.MILLI), message);
        }
    }

    private long delay() {
        long usual = 100_000 + dice.delay(USUAL);
        if (delays && dice.chance(0.3)) {
            usual += dice.delay(2 * Agenda.SECOND);
        }
        return usual;
    }

    boolean reachesEngine(int node) {
        return !engineGone && !cutFromEngine[node];
    }

    /** Returns whether the node alone is cut off, by a wire that is silent; an engine that is away refuses. */
    boolean isCutFromEngine(int node) {
        return cutFromEngine[node];
    }

    boolean losesAnswer(int node) {
        return answersLost[node] && dice.chance(0.15);
    }

    /** Cuts or mends the wire between a node and its engine. */
    public void cutFromEngine(int node, boolean cut) {
        cutFromEngine[node] = cut;
    }

    /** Cuts or mends the wires between a node and all clients. */
    public void cutFromClients(int node, boolean cut) {
        cutFromClients[node] = cut;
    }

    /** Says whether answers to a node, and from it, get lost now and then. */
    public void loseAnswers(int node, boolean lost) {
        answersLost[node] = lost;
    }

    /** Says whether the engine is away. */
    public void engineGone(boolean gone) {
        engineGone = gone;
    }

    /** Says whether messages take long now and then. */
    public void delay(boolean delays) {
        this.delays = delays;
    }

    /** Says whether messages arrive again. */
    public void duplicate(boolean duplicates) {
        this.duplicates = duplicates;
    }
}
