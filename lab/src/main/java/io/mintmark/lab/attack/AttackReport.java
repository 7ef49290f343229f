package io.mintmark.lab.attack;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What an attack came to.
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
     * @param liveMebibytes what lived at the end of the phase, while the hostile clients were still there, after the whole
     *     heap had been collected
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
     * What the server had, at most, in one phase.
     *
     * @param connections open connections
     * @param threads threads
     * @param serverCores cores that the server kept busy
     * @param attackerCores cores that the attackers kept busy
     * @param ownCores cores that the good clients kept busy, and what watches
     * @param heapMebibytes what lived after the collections: least, median, most (NaN if there was none), and the longest
     *     pause of one in milliseconds
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
            double[] heapMebibytes,
            double residentMebibytes,
            double shed,
            double refused,
            double slow) {}

    Phase phase(String name) {
        return phases.stream()
                .filter(phase -> phase.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the report as Markdown. */
    String markdown() {
        StringBuilder text = new StringBuilder();
        text.append(
                "| phase | good requests | answered | p50 / p99 / max ms | newcomers | bulk inserts of 100 | a server that only echoes | a sync alone |"
                        + " the clients woke late, p99 | connections | threads | cores: server, attackers, good |"
                        + " heap after GC MiB | lives at the end MiB | longest GC ms | RSS MiB | shed | refused |"
                        + " ended for slowness |\n");
        text.append("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
        for (Phase phase : phases) {
            append(phase, text);
        }
        text.append(
                "\n| hostile kind | connections made | ended by the server | longest life s |\n|---|---|---|---|\n");
        hostile.forEach((kind, tally) -> text.append(String.format(
                Locale.ROOT,
                "| %s | %,d | %,d | %.1f |%n",
                kind,
                tally.openedCount(),
                tally.endedCount(),
                tally.longestSeconds())));
        text.append(
                "\n| flood | offered/s | sent/s | answered/s | 503/s | failed | p99 of answers ms | p99 of 503 ms |\n");
        text.append("|---|---|---|---|---|---|---|---|\n");
        append("alone, 16 connections", capacity, text);
        append("ten times that, beside the rest", flood, text);
        text.append(String.format(
                Locale.ROOT,
                "%nGoodput under the flood: %.0f %% of what the server does of these requests alone. Server alive at the"
                        + " end: %s.%n",
                100 * flood.ok() / capacity.ok(),
                alive ? "yes" : "NO"));
        return text.toString();
    }

    private static void append(Phase phase, StringBuilder text) {
        GoodClients.Result good = phase.good();
        State state = phase.state();
        double[] heap = state.heapMebibytes();
        text.append(String.format(
                Locale.ROOT,
                "| %s | %,d | %.3f %%%s | %.1f / %.1f / %.0f | %s | %s | %s | %s | %.1f | %.0f | %.0f | %.2f, %.2f, %.2f |"
                        + " %.0f / %.0f / %.0f | %.0f | %.0f | %.0f | %,.0f | %,.0f | %,.0f |%n",
                phase.name(),
                good.asked(),
                good.answeredPercent(),
                good.failures().isEmpty() ? "" : " " + good.failures(),
                good.p50Millis(),
                good.p99Millis(),
                good.maxMillis(),
                phase.newcomers(),
                phase.inserts(),
                phase.echo(),
                phase.disk(),
                good.lateP99Millis(),
                state.connections(),
                state.threads(),
                state.serverCores(),
                state.attackerCores(),
                state.ownCores(),
                heap[0],
                heap[1],
                heap[2],
                phase.liveMebibytes(),
                heap[3],
                state.residentMebibytes(),
                state.shed(),
                state.refused(),
                state.slow()));
    }

    private static void append(String name, Flood.Result result, StringBuilder text) {
        text.append(String.format(
                Locale.ROOT,
                "| %s | %,.0f | %,.0f | %,.0f | %,.0f | %,d | %.0f | %.0f |%n",
                name,
                result.offered(),
                result.sent(),
                result.ok(),
                result.shed(),
                result.failed(),
                result.okP99Millis(),
                result.shedP99Millis()));
    }
}
