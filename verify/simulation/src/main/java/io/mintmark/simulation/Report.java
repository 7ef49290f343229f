package io.mintmark.simulation;

import io.mintmark.simulation.plan.Fault;
import io.mintmark.simulation.plan.Settings;
import io.mintmark.simulation.plan.Twin;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Words what came of runs. Stateless. */
final class Report {
    private Report() {}

    /** Returns one line about a run, with what runs it again. */
    static String line(Outcome outcome) {
        Settings settings = outcome.settings();
        return String.format(
                Locale.ROOT,
                "seed %d, %s%s: %s after %,d events, %,d numbers, digest %016x",
                settings.seed(),
                settings.shape(),
                settings.twin() == Twin.NONE ? "" : ", twin " + settings.twin(),
                outcome.violation().map(broken -> "BROKEN: " + broken).orElse("all promises held"),
                outcome.events(),
                outcome.numbers(),
                outcome.digest());
    }

    /** Returns one line about many. */
    static String sum(List<Outcome> outcomes, long nanos) {
        long events = outcomes.stream().mapToLong(Outcome::events).sum();
        long numbers = outcomes.stream().mapToLong(Outcome::numbers).sum();
        long broken =
                outcomes.stream().filter(each -> each.violation().isPresent()).count();
        Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
        outcomes.forEach(each -> each.faults().forEach((fault, times) -> faults.merge(fault, times, Integer::sum)));
        String counted = faults.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Comparator.naturalOrder()))
                .map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "%,d seeds, %,d events, %,d numbers, %.1f s, %,.0f events/s: %d broken%nincidents: %s",
                outcomes.size(),
                events,
                numbers,
                nanos / 1e9,
                events / (nanos / 1e9),
                broken,
                counted);
    }
}
