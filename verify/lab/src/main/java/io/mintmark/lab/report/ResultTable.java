package io.mintmark.lab.report;

import io.mintmark.lab.process.CpuMeter;
import io.mintmark.lab.process.DiskBaseline;
import java.util.stream.Collectors;

/** Prints results as Markdown. */
public final class ResultTable {
    private ResultTable() {}

    public static void print(Results results) {
        MarkdownTable table = new MarkdownTable(
                "Load",
                "a second (least–most)",
                "P50 ms",
                "P99 ms",
                "server CPU µs each",
                "load CPU µs each",
                "other CPU, cores",
                "server memory MiB");
        for (String subject : results.subjects()) {
            double foreign = results.median(subject, Sample::foreignCores);
            table.row(
                    subject,
                    Figures.text(
                            "%,.0f (%,.0f–%,.0f)",
                            results.median(subject, Sample::perSecond),
                            results.at(0, subject, Sample::perSecond),
                            results.at(1, subject, Sample::perSecond)),
                    Figures.figure("%.2f", results.median(subject, Sample::p50Millis)),
                    Figures.figure("%.2f", results.median(subject, Sample::p99Millis)),
                    Figures.figure("%.1f", results.median(subject, Sample::serverMicros)),
                    Figures.figure("%.1f", results.median(subject, Sample::loadMicros)),
                    Figures.figure("%.2f", foreign) + (foreign > CpuMeter.FOREIGN_CORES_MAX ? " **disturbed**" : ""),
                    Figures.figure("%.0f", results.median(subject, Sample::serverMebibytes)));
        }
        results.missing()
                .forEach((subject, why) -> table.row(subject, "not measured: " + why, "–", "–", "–", "–", "–", "–"));
        table.print();
        System.out.println("Disk before each round, append of 4 KiB and sync, P50/P99 ms: "
                + results.disks().stream().map(DiskBaseline::toString).collect(Collectors.joining(", ")) + ".\n");
    }
}
