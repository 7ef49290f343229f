package io.mintmark.simulation;

import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Fault;
import io.mintmark.simulation.plan.Settings;
import io.mintmark.simulation.plan.Twin;
import java.util.Collection;
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

    /** Returns the command that tells a run as a story. */
    static String command(Settings settings) {
        StringBuilder command = new StringBuilder("verify/lab/simulate");
        add(command, "--seed", List.of(settings.seed()));
        add(command, "--shape", List.of(settings.shape()));
        add(command, "--twin", List.of(settings.twin()));
        add(command, "--until", List.of(settings.events()));
        add(command, "--clients", List.of(settings.clients()));
        add(command, "--counters", List.of(settings.counters()));
        add(command, "--rest-ms", List.of(settings.rest() / Agenda.MILLI));
        add(command, "--from-ms", List.of(settings.leftOut().before() / Agenda.MILLI));
        add(command, "--fault", settings.faults().isEmpty() ? List.of("NONE") : settings.faults());
        add(command, "--skip", settings.leftOut().incidents());
        add(command, "--idle", settings.leftOut().clients());
        add(command, "--nobody", settings.leftOut().things());
        return command.toString();
    }

    private static void add(StringBuilder command, String option, Collection<?> values) {
        values.forEach(value -> command.append(' ').append(option).append(' ').append(value));
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
