package io.mintmark.lab.attack;

import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.MarkdownTable;
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
        Map<String, HostilePeer.Tally> hostile,
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
            Newcomers.Result newcomers,
            Newcomers.Result inserts,
            Times echo,
            Times disk,
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
            double slow) {}

    /**
     * The collections of one phase.
     *
     * @param least MiB that lived after the one that left least; NaN if there was none
     * @param median the same after half of them
     * @param most the same after the one that left most
     * @param longestMillis the longest pause
     * @param allMillis all pauses together
     * @param count how many there were
     */
    record Heap(double least, double median, double most, double longestMillis, double allMillis, int count) {}

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
        MarkdownTable table = new MarkdownTable(
                "phase",
                "good requests",
                "answered",
                "p50 / p99 / max ms",
                "newcomers",
                "bulk inserts of 100",
                "a server that only echoes",
                "a sync alone",
                "the clients woke late, p99",
                "connections",
                "threads",
                "cores: server, attackers, good",
                "heap after GC MiB",
                "lives at the end MiB",
                "GC: pauses, all ms, longest ms",
                "RSS MiB",
                "shed",
                "refused",
                "ended for slowness");
        for (Phase phase : phases) {
            addTo(table, phase);
        }
        return table;
    }

    private static void addTo(MarkdownTable table, Phase phase) {
        GoodClients.Result good = phase.good();
        State state = phase.state();
        Heap heap = state.heap();
        table.row(
                phase.name(),
                Figures.text("%,d", good.asked()),
                Figures.text("%.3f %%", good.answeredPercent())
                        + (good.failures().isEmpty() ? "" : " " + good.failures()),
                good.times(),
                phase.newcomers(),
                phase.inserts(),
                phase.echo(),
                phase.disk(),
                Figures.text("%.1f", good.lateP99Millis()),
                Figures.text("%.0f", state.connections()),
                Figures.text("%.0f", state.threads()),
                Figures.text("%.2f, %.2f, %.2f", state.serverCores(), state.attackerCores(), state.ownCores()),
                Figures.text("%.0f / %.0f / %.0f", heap.least(), heap.median(), heap.most()),
                Figures.text("%.0f", phase.liveMebibytes()),
                Figures.text("%d, %.0f, %.0f", heap.count(), heap.allMillis(), heap.longestMillis()),
                Figures.text("%,.0f", state.residentMebibytes()),
                Figures.text("%,.0f", state.shed()),
                Figures.text("%,.0f", state.refused()),
                Figures.text("%,.0f", state.slow()));
    }

    /** Tells a slow beginning from what comes again and again, and from what grows. */
    private MarkdownTable secondsTable() {
        MarkdownTable table =
                new MarkdownTable("phase", "the good clients' longest request, ms, second by second", "connections");
        phases.forEach(phase -> table.row(
                phase.name(),
                inARow(phase.good().longestOfSecond()),
                inARow(phase.state().connectionsOfSecond())));
        return table;
    }

    private static String inARow(List<Long> figures) {
        return figures.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    private MarkdownTable hostileTable() {
        MarkdownTable table =
                new MarkdownTable("hostile kind", "connections made", "ended by the server", "longest life s");
        hostile.forEach((kind, tally) -> table.row(
                kind,
                Figures.text("%,d", tally.openedCount()),
                Figures.text("%,d", tally.endedCount()),
                Figures.text("%.1f", tally.longestSeconds())));
        return table;
    }

    private MarkdownTable floodTable() {
        MarkdownTable table = new MarkdownTable(
                "flood", "offered/s", "sent/s", "answered/s", "503/s", "failed", "p99 of answers ms", "p99 of 503 ms");
        addTo(table, "alone, 16 connections", capacity);
        addTo(table, "ten times that, beside the rest", flood);
        return table;
    }

    private static void addTo(MarkdownTable table, String name, Flood.Result result) {
        table.row(
                name,
                Figures.text("%,.0f", result.offered()),
                Figures.text("%,.0f", result.sent()),
                Figures.text("%,.0f", result.ok()),
                Figures.text("%,.0f", result.shed()),
                Figures.text("%,d", result.failed()),
                Figures.text("%.0f", result.okP99Millis()),
                Figures.text("%.0f", result.shedP99Millis()));
    }
}
