package io.mintmark.lab.report;

import io.mintmark.lab.process.DiskBaseline;
import java.util.List;
import java.util.stream.Collectors;

/** Prints results as Markdown. */
public final class ResultTable {
    private ResultTable() {}

    public static void print(Results results) {
        MarkdownTable table = new Columns<String>()
                .text("Load", subject -> subject)
                .text(
                        "a second (least–most)",
                        subject -> Figures.text(
                                "%,.0f (%,.0f–%,.0f)",
                                results.median(subject, Sample::perSecond),
                                results.at(0, subject, Sample::perSecond),
                                results.at(1, subject, Sample::perSecond)))
                .figure("P50 ms", "%.2f", subject -> results.median(subject, Sample::p50Millis))
                .figure("P99 ms", "%.2f", subject -> results.median(subject, Sample::p99Millis))
                .figure("server CPU µs each", "%.1f", subject -> results.median(subject, Sample::serverMicros))
                .figure("load CPU µs each", "%.1f", subject -> results.median(subject, Sample::loadMicros))
                .text(
                        "other CPU, cores",
                        subject -> Figures.foreignCores(results.median(subject, Sample::foreignCores)))
                .figure("server memory MiB", "%.0f", subject -> results.median(subject, Sample::serverMebibytes))
                .of(results.subjects());
        results.missing()
                .forEach((subject, why) -> table.row(subject, "not measured: " + why, "–", "–", "–", "–", "–", "–"));
        table.print();
        printDisks(results.disks());
    }

    /** Prints how the disk was before each round. */
    public static void printDisks(List<DiskBaseline> disks) {
        System.out.println("Disk before each round, append of 4 KiB and sync, P50/P99 ms: "
                + disks.stream().map(DiskBaseline::toString).collect(Collectors.joining(", ")) + ".\n");
    }
}
