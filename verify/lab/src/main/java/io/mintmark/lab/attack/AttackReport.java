package io.mintmark.lab.attack;

import io.mintmark.lab.instrument.GoodClients;
import io.mintmark.lab.instrument.Quantiles;
import io.mintmark.lab.report.Columns;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.MarkdownTable;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Outcome of an attack.
 *
 * @param phases the good clients' answers and the server's state, phase by phase
 * @param capacity what the server did of the flood's requests when nothing else was asked of it
 * @param flood what it did of them during the flood
 * @param hostile what became of the hostile clients, by kind
 * @param alive whether the server was there at the end
 */
record AttackReport(
        List<Phase> phases,
        Flood.Result capacity,
        Flood.Result flood,
        Map<String, HostilePeer.Fate> hostile,
        boolean alive) {
    /**
     * One phase.
     *
     * @param name what happened
     * @param good the good clients' answers
     * @param newcomers those of clients that came with a new connection
     * @param inserts those of a client that inserted a hundred documents at a time in bulk
     * @param echo the answers of a server that does nothing, on the same processors in the same time
     * @param disk how long a sync took on the same disk in the same time
     * @param state the server's state
     * @param liveMebibytes what lived at the end of the phase, while the hostile clients were still there, after the
     *     whole heap had been collected
     */
    record Phase(
            String name,
            GoodClients.Result good,
            Probe.Result newcomers,
            Probe.Result inserts,
            Probe.Result echo,
            Probe.Result disk,
            State state,
            double liveMebibytes) {}

    /**
     * Most that the server had in one phase.
     *
     * @param connections open connections
     * @param threads threads
     * @param serverCores cores that the server kept busy
     * @param attackerCores cores that the attackers kept busy
     * @param ownCores cores that the good clients kept busy, and what watches
     * @param heap the collections of this phase
     * @param connectionsOfSecond open connections, second by second
     * @param residentMebibytes memory of the process at the end of the phase
     * @param shed requests shed in this phase
     * @param refused connections refused in this phase
     * @param slow clients ended for being slow in this phase
     */
    record State(
            double connections,
            double threads,
            double serverCores,
            double attackerCores,
            double ownCores,
            Heap heap,
            List<Long> connectionsOfSecond,
            double residentMebibytes,
            double shed,
            double refused,
            double slow) {
        private String cores() {
            return Figures.text("%.2f, %.2f, %.2f", serverCores, attackerCores, ownCores);
        }
    }

    /**
     * The collections of one phase.
     *
     * @param lived MiB that lived after each, in order of size
     * @param pauses how long they took, in milliseconds
     */
    record Heap(double[] lived, DoubleSummaryStatistics pauses) {
        private String afterEach() {
            return Figures.text(
                    "%.0f / %.0f / %.0f", Quantiles.at(0, lived), Quantiles.median(lived), Quantiles.at(1, lived));
        }

        private String times() {
            double longest = lived.length == 0 ? 0 : pauses.getMax();
            return Figures.text("%d, %.0f, %.0f", lived.length, pauses.getSum(), longest);
        }
    }

    Phase phase(String name) {
        return phases.stream()
                .filter(phase -> phase.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the report as Markdown. */
    String markdown() {
        return String.join(
                "\n",
                phaseTable().toString(),
                secondsTable().toString(),
                hostileTable().toString(),
                floodTable().toString(),
                Figures.text(
                        "Goodput under the flood: %.0f %% of what the server does of these requests alone. Server alive at"
                                + " the end: %s.\n",
                        100 * flood.ok() / capacity.ok(), alive ? "yes" : "NO"));
    }

    private MarkdownTable phaseTable() {
        return new Columns<Phase>()
                .text("phase", Phase::name)
                .text("good requests", phase -> Figures.text("%,d", phase.good().asked()))
                .text("answered", phase -> answered(phase.good()))
                .text("p50 / p99 / max ms", phase -> phase.good().times())
                .text("newcomers", Phase::newcomers)
                .text("bulk inserts of 100", Phase::inserts)
                .text("a server that only echoes", Phase::echo)
                .text("a sync alone", Phase::disk)
                .figure(
                        "the clients woke late, p99",
                        "%.1f",
                        phase -> phase.good().late().millis(0.99))
                .figure("connections", "%.0f", phase -> phase.state().connections())
                .figure("threads", "%.0f", phase -> phase.state().threads())
                .text("cores: server, attackers, good", phase -> phase.state().cores())
                .text("heap after GC MiB", phase -> phase.state().heap().afterEach())
                .figure("lives at the end MiB", "%.0f", Phase::liveMebibytes)
                .text(
                        "GC: pauses, all ms, longest ms",
                        phase -> phase.state().heap().times())
                .figure("RSS MiB", "%,.0f", phase -> phase.state().residentMebibytes())
                .figure("shed", "%,.0f", phase -> phase.state().shed())
                .figure("refused", "%,.0f", phase -> phase.state().refused())
                .figure("ended for slowness", "%,.0f", phase -> phase.state().slow())
                .of(phases);
    }

    private static String answered(GoodClients.Result good) {
        return Figures.text("%.3f %%", good.answeredPercent())
                + (good.failures().isEmpty() ? "" : " " + good.failures());
    }

    /** Tells a slow beginning from what comes again and again, and from what grows. */
    private MarkdownTable secondsTable() {
        return new Columns<Phase>()
                .text("phase", Phase::name)
                .text(
                        "the good clients' longest request, ms, second by second",
                        phase -> inARow(phase.good().longestOfSecond()))
                .text("connections", phase -> inARow(phase.state().connectionsOfSecond()))
                .of(phases);
    }

    private static String inARow(List<Long> figures) {
        return figures.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    private MarkdownTable hostileTable() {
        return new Columns<Map.Entry<String, HostilePeer.Fate>>()
                .text("hostile kind", Map.Entry::getKey)
                .figure("connections made", "%,.0f", each -> each.getValue().opened())
                .figure("ended by the server", "%,.0f", each -> each.getValue().ended())
                .figure("longest life s", "%.1f", each -> each.getValue().longestNanos() / 1e9)
                .of(hostile.entrySet());
    }

    private MarkdownTable floodTable() {
        Map<String, Flood.Result> results = new LinkedHashMap<>();
        results.put("alone, 16 connections", capacity);
        results.put("ten times that, beside the rest", flood);
        return new Columns<Map.Entry<String, Flood.Result>>()
                .text("flood", Map.Entry::getKey)
                .figure("offered/s", "%,.0f", each -> each.getValue().offered())
                .figure("sent/s", "%,.0f", each -> each.getValue().sent())
                .figure("answered/s", "%,.0f", each -> each.getValue().ok())
                .figure("503/s", "%,.0f", each -> each.getValue().shed())
                .figure("failed", "%,.0f", each -> each.getValue().failed())
                .figure("p99 of answers ms", "%.0f", each -> each.getValue().okP99Millis())
                .figure("p99 of 503 ms", "%.0f", each -> each.getValue().shedP99Millis())
                .of(results.entrySet());
    }
}
