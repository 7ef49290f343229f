package io.mintmark.simulation;

import io.mintmark.simulation.plan.Fault;
import io.mintmark.simulation.plan.Settings;
import io.mintmark.simulation.plan.Swarm.Incident;
import java.util.List;

/** Looks for a smaller run that breaks something as well: fewer events, faults, incidents, clients and counters. */
public final class Shrinker {
    private final int runsMax;
    private Settings smallest;
    private int runs;

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
            boolean ignored = fails(smallest.skipping(List.of(incident.number())));
        }
    }

    private void dropClients() {
        boolean smaller = true;
        while (smaller && smallest.clients() > 2) {
            smaller = fails(
                    smallest.fewer(smallest.clients() / 2, smallest.counters()).until(smallest.events() * 2));
        }
        smaller = true;
        while (smaller && smallest.counters() > 1) {
            smaller = fails(
                    smallest.fewer(smallest.clients(), smallest.counters() / 2).until(smallest.events() * 2));
        }
    }
}
