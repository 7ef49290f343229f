package io.mintmark.simulation;

import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Fault;
import io.mintmark.simulation.plan.LeftOut.Thing;
import io.mintmark.simulation.plan.Settings;
import io.mintmark.simulation.plan.Swarm.Incident;
import java.util.List;

/**
 * Looks for a smaller run that breaks something as well: fewer events, faults, incidents, clients, counters and things
 * done.
 */
public final class Shrinker {
    private static final int HALVINGS = 8;

    private final int runsMax;
    private Settings smallest;
    private int runs;
    private long lasted;

    private Shrinker(Settings failing, int runsMax) {
        this.smallest = failing;
        this.runsMax = runsMax;
    }

    /** Returns the smallest settings that were found, in {@code runsMax} runs at most; {@code failing} must fail. */
    public static Settings shrink(Settings failing, int runsMax) {
        Shrinker shrinker = new Shrinker(failing, runsMax);
        shrinker.run();
        return shrinker.smallest;
    }

    private void run() {
        boolean ignored = fails(smallest);
        for (int round = 0; round < 2; round++) {
            dropFaults();
            dropIncidents();
            dropClients();
            dropThings();
            beginLater();
            endEarlier();
        }
    }

    /** Keeps {@code tried} if it fails, too, and ends it with the event that broke the promise. */
    private boolean fails(Settings tried) {
        if (runs >= runsMax) {
            return false;
        }
        runs++;
        Outcome outcome = Run.of(tried, null);
        if (outcome.violation().isPresent()) {
            smallest = tried.until(outcome.events());
            lasted = outcome.lasted();
            return true;
        }
        return false;
    }

    private void dropFaults() {
        for (Fault fault : List.copyOf(smallest.faults())) {
            boolean ignored = fails(smallest.without(fault));
        }
    }

    private void dropIncidents() {
        for (Incident incident : Run.incidentsOf(smallest)) {
            boolean ignored = fails(smallest.without(smallest.leftOut().incident(incident.number())));
        }
    }

    /** A smaller world does as much of what is left in as many events, or needs some more. */
    private void dropClients() {
        boolean smaller = true;
        while (smaller && smallest.clients() > 2) {
            smaller = fails(fewer(smallest.clients() / 2, smallest.counters()));
        }
        smaller = true;
        while (smaller && smallest.counters() > 1) {
            smaller = fails(fewer(smallest.clients(), smallest.counters() / 2));
        }
        for (int client = 1; client <= smallest.clients(); client++) {
            if (!smallest.leftOut().clients().contains(client)) {
                boolean ignored = fails(smallest.without(smallest.leftOut().client(client)));
            }
        }
    }

    private Settings fewer(int clients, int counters) {
        return smallest.fewer(clients, counters).until(smallest.events() * 2);
    }

    private void dropThings() {
        for (Thing thing : Thing.values()) {
            if (!smallest.leftOut().things().contains(thing)) {
                boolean ignored = fails(smallest.without(smallest.leftOut().thing(thing)));
            }
        }
    }

    /** What clients do first mostly matters to nobody. */
    private void beginLater() {
        long step = lasted / 2;
        for (int halving = 0; halving < HALVINGS; halving++, step /= 2) {
            long later = (smallest.leftOut().before() + step) / Agenda.MILLI * Agenda.MILLI;
            boolean ignored = fails(smallest.without(smallest.leftOut().before(later)));
        }
    }

    /** What is found in the end was there before. */
    private void endEarlier() {
        long step = smallest.events() / 2;
        for (int halving = 0; halving < HALVINGS; halving++, step /= 2) {
            boolean ignored = fails(smallest.until(smallest.events() - step));
        }
    }
}
