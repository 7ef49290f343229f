package io.mintmark.simulation.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The incidents of a run, drawn by its seed before it begins: some kinds of fault, each some times; immutable. */
public final class Swarm {
    /** How long a run lasts, in its own time. */
    public static final long SPAN = 300 * Agenda.SECOND;

    private static final double KIND_TAKEN = 0.55;
    private static final int TIMES_MAX = 5;

    private final List<Incident> incidents;

    /**
     * One incident.
     *
     * @param number tells it from the others
     * @param at when it begins
     * @param lasts for how long
     * @param dice decides the rest of it
     */
    public record Incident(int number, Fault fault, long at, long lasts, Dice dice) {}

    private Swarm(List<Incident> incidents) {
        this.incidents = incidents;
    }

    /** Draws the incidents of {@code settings}; leaving some out does not change the others. */
    public static Swarm of(Settings settings, Dice dice) {
        List<Incident> drawn = new ArrayList<>();
        int number = 0;
        for (Fault fault : Fault.values()) {
            Dice own = dice.split();
            boolean wanted = settings.twin().faults().contains(fault);
            boolean taken = own.chance(KIND_TAKEN) || wanted;
            int times = wanted ? 2 * TIMES_MAX : 1 + own.below(TIMES_MAX);
            for (int i = 0; i < times; i++, number++) {
                Incident incident = incident(number, fault, own);
                if (taken
                        && settings.faults().contains(fault)
                        && !settings.leftOut().incidents().contains(number)) {
                    drawn.add(incident);
                }
            }
        }
        drawn.sort(Comparator.comparingLong(Incident::at));
        return new Swarm(List.copyOf(drawn));
    }

    private static Incident incident(int number, Fault fault, Dice own) {
        long at = own.between(SPAN / 50, SPAN * 9 / 10);
        long lasts = own.chance(0.3)
                ? own.between(10 * Agenda.SECOND, 40 * Agenda.SECOND)
                : own.between(100 * Agenda.MILLI, 6 * Agenda.SECOND);
        return new Incident(number, fault, at, lasts, own.split());
    }

    /** Returns them in the order of time. */
    public List<Incident> incidents() {
        return incidents;
    }
}
