package io.mintmark.lab.faults;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;

/** What fails when, and at which node; the same seed gives the same plan. */
final class FaultPlan {
    /** One fault that is to come; the node is ignored where the engine fails. */
    record Planned(FaultKind kind, long atMillis, int node, long variant) {}

    private static final double LAST_START = 0.93;

    private FaultPlan() {}

    /** Returns so many faults spread over {@code millis}: each kind once while there is room, then by their weights. */
    static List<Planned> of(int faults, long millis, int nodes, long seed) {
        Random random = new Random(seed);
        List<FaultKind> kinds = kinds(faults, random);
        double step = millis * LAST_START / faults;
        List<Planned> plan = new ArrayList<>();
        for (int i = 0; i < faults; i++) {
            long at = Math.round(step * (i + 0.2 + 0.6 * random.nextDouble()));
            plan.add(new Planned(kinds.get(i), at, random.nextInt(nodes), random.nextLong()));
        }
        return plan;
    }

    private static List<FaultKind> kinds(int faults, Random random) {
        List<FaultKind> chosen = shuffled(List.copyOf(EnumSet.allOf(FaultKind.class)), random);
        while (chosen.size() < faults) {
            List<FaultKind> further = new ArrayList<>();
            for (FaultKind kind : FaultKind.values()) {
                further.addAll(Collections.nCopies(Math.max(0, kind.weight() - 1), kind));
            }
            chosen.addAll(shuffled(further, random));
        }
        return shuffled(chosen.subList(0, faults), random);
    }

    private static List<FaultKind> shuffled(List<FaultKind> kinds, Random random) {
        List<FaultKind> copy = new ArrayList<>(kinds);
        Collections.shuffle(copy, random);
        return copy;
    }
}
