package io.mintmark.simulation.engine;

import io.mintmark.simulation.plan.Agenda;
import io.mintmark.storage.evaluation.ReadSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Rows that somebody holds for a time, as a twin trusts that nobody stands still for longer. Used by one thread. */
final class HeldRows {
    private static final long LASTS = 2 * Agenda.SECOND;

    private final Map<String, Hold> holds = new HashMap<>();

    private record Hold(Object holder, long until) {}

    /** Holds all of {@code keys}, or none and returns false if another one holds one of them. */
    boolean hold(Object holder, ReadSet keys, long now) {
        List<String> all = Stream.of(keys.counters(), keys.identities(), keys.answers(), keys.documents())
                .flatMap(Collection::stream)
                .toList();
        if (all.stream().map(holds::get).anyMatch(hold -> hold != null && hold.holder != holder && hold.until > now)) {
            return false;
        }
        all.forEach(key -> holds.put(key, new Hold(holder, now + LASTS)));
        return true;
    }

    void release(Object holder) {
        boolean ignored = holds.values().removeIf(hold -> hold.holder == holder);
    }
}
