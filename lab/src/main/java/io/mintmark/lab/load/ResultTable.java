package io.mintmark.lab.load;

import io.mintmark.lab.measure.MarkdownTable;
import io.mintmark.lab.process.DiskBaseline;
import java.util.Locale;
import java.util.stream.Collectors;

/** Prints results as Markdown. */
final class ResultTable {
    /** From here on a neighbour took enough of two cores to be named. */
    private static final double FOREIGN_CORES_MAX = 0.2;

    private ResultTable() {}

    static void print(Results results) {
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
                    text(
                            "%,.0f (%,.0f–%,.0f)",
                            results.median(subject, Sample::perSecond),
                            results.least(subject, Sample::perSecond),
                            results.most(subject, Sample::perSecond)),
                    figure("%.2f", results.median(subject, Sample::p50Millis)),
                    figure("%.2f", results.median(subject, Sample::p99Millis)),
                    figure("%.1f", results.median(subject, Sample::serverMicros)),
                    figure("%.1f", results.median(subject, Sample::loadMicros)),
                    figure("%.2f", foreign) + (foreign > FOREIGN_CORES_MAX ? " **disturbed**" : ""),
                    figure("%.0f", results.median(subject, Sample::serverMebibytes)));
        }
        table.print();
        System.out.println("Disk before each round, append of 4 KiB and sync, P50/P99 ms: "
                + results.disks().stream().map(ResultTable::text).collect(Collectors.joining(", ")) + ".\n");
    }

    static String text(DiskBaseline disk) {
        return text("%.2f/%.2f", disk.p50Millis(), disk.p99Millis());
    }

    static String figure(String format, double value) {
        return Double.isNaN(value) ? "–" : text(format, value);
    }

    static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
