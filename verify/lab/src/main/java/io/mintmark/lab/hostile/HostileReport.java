package io.mintmark.lab.hostile;

import io.mintmark.lab.instrument.LatencyHistogram;
import io.mintmark.lab.report.Columns;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.MarkdownTable;
import io.mintmark.lab.report.TargetTable;
import java.util.ArrayList;
import java.util.List;

/** The results of all cases over one store: a table, what failed and why, and the targets. */
final class HostileReport {
    private final String store;
    private final double calmP99Millis;
    private final List<Observation> observations = new ArrayList<>();
    private ServerLog.Piece between = ServerLog.Piece.NOTHING;

    HostileReport(String store, double calmP99Millis) {
        this.store = store;
        this.calmP99Millis = calmP99Millis;
    }

    void add(Observation observation) {
        observations.add(observation);
    }

    /** Takes what servers printed between cases. */
    void between(ServerLog.Piece log) {
        between = log;
    }

    /** Returns whether each case was stood, and nothing happened between them. */
    boolean isMet() {
        return between.incidents() + between.outOfMemory() == 0
                && observations.stream().allMatch(each -> each.failures().isEmpty());
    }

    /** Prints everything; {@code notRun} are cases whose needs were not met. */
    void print(List<HostileCase> notRun) {
        System.out.println("## Cases, " + store + "\n");
        table(notRun).print();
        System.out.println("## What failed, " + store + "\n");
        observations.stream().filter(each -> !each.failures().isEmpty()).forEach(HostileReport::explain);
        if (between.incidents() > 0) {
            System.out.println(
                    "- **between cases**: " + between.incidents() + " incidents\n  - log: `" + between.first() + "`");
        }
        System.out.println();
        targets();
    }

    private MarkdownTable table(List<HostileCase> notRun) {
        MarkdownTable table = new Columns<Observation>()
                .text("Case", each -> each.hostile().name())
                .text("replies", Observation::replies)
                .text(
                        "tenants' P99 / longest, ms",
                        each -> p99AndLongest(each.tenants().times()))
                .figure(
                        "tenants' own delay, P99, ms",
                        "%.1f",
                        each -> each.tenants().late().millis(0.99))
                .figure("log, KB", "%.1f", each -> each.log().bytes() / 1e3)
                .text("warnings", each -> each.log().warnings())
                .figure("memory, MiB", "%.0f", Observation::peakMebibytes)
                .text("verdict", each -> each.failures().isEmpty() ? "stood" : "**FAILED**")
                .of(observations);
        for (HostileCase each : notRun) {
            table.row(each.name(), "–", "–", "–", "–", "–", "–", "not run: no engine for JavaScript");
        }
        return table;
    }

    private static String p99AndLongest(LatencyHistogram times) {
        return Figures.figure("%.1f", times.millis(0.99)) + Figures.text(" / %.0f", times.max() / 1e6);
    }

    private static void explain(Observation failed) {
        System.out.println("- **" + failed.hostile().name() + "** ("
                + failed.hostile().what() + "): " + String.join("; ", failed.failures()));
        if (!failed.log().first().isEmpty()) {
            System.out.println("  - log: `" + failed.log().first().replace('`', '\'') + "`");
        }
        failed.replies()
                .counts()
                .forEach((kind, count) -> System.out.println("  - " + kind + " × " + count.replies() + ": "
                        + count.sample().replace('`', '\'')));
    }

    private void targets() {
        ServerLog.Piece log =
                observations.stream().map(Observation::log).reduce(ServerLog.Piece.NOTHING, ServerLog.Piece::and);
        LatencyHistogram times = new LatencyHistogram();
        observations.forEach(each -> times.add(each.tenants().times()));
        double seconds = observations.stream().mapToDouble(Observation::seconds).sum();
        TargetTable targets = new TargetTable("");
        targets.atMost(
                "cases that failed",
                0,
                observations.stream().filter(each -> !each.failures().isEmpty()).count());
        targets.atMost("OutOfMemoryErrors", 0, log.outOfMemory());
        targets.atMost("incidents", 0, log.incidents());
        targets.atMost("incidents while databases were dropped and made anew", 0, between.incidents());
        targets.atMost("MB of log a minute, all cases together", 1, log.bytes() * 60 / seconds / 1e6);
        targets.atMost("MB of log a minute, the worst case", 1, worst(Observation::logBytesAMinute) / 1e6);
        targets.atMost("tenants' P99 of all cases, ms", Observation.P99_MILLIS_MAX, times.millis(0.99));
        targets.atMost(
                "tenants' P99 of the worst case, ms",
                Observation.P99_MILLIS_MAX,
                worst(each -> each.tenants().times().millis(0.99)));
        targets.print(Figures.text(
                "%d cases, each by %d strangers at once, over %s. Alone the tenants had a P99 of %.1f ms.",
                observations.size(), Strangers.COUNT, store, calmP99Millis));
    }

    private double worst(java.util.function.ToDoubleFunction<Observation> figure) {
        return observations.stream().mapToDouble(figure).max().orElse(Double.NaN);
    }
}
