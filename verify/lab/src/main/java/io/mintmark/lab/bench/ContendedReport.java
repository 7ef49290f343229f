package io.mintmark.lab.bench;

import io.mintmark.lab.bench.generators.Catalogue;
import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.report.MarkdownTable;
import java.util.Locale;

/** The cost of a number at one and at two threads, what the harness measured of itself, and the targets. */
final class ContendedReport {
    private ContendedReport() {}

    static void print(Effort effort) {
        BatchTable batches = BatchTable.report(
                "a number", Catalogue.numbers(), effort, Catalogue.ATOMIC_LONG, Catalogue.COSID_CHAIN, 1, 2);
        System.out.println("## Does the harness tell the truth?\n");
        printCalibration(batches);
        System.out.println("## Targets\n");
        printTargets(batches);
    }

    private static void printCalibration(BatchTable batches) {
        MarkdownTable table = new MarkdownTable("Known ratio", "Expected", "Measured");
        table.row(
                "two calls of an atomic against one, 1 thread",
                "1.8 to 2: twice the work, once the loop",
                text(batches.ratio("atomic-long-twice", 1, Catalogue.ATOMIC_LONG, 1)));
        table.row(
                "two calls of an atomic against one, 2 threads",
                "about 2; less if the second call finds the line still its own",
                text(batches.ratio("atomic-long-twice", 2, Catalogue.ATOMIC_LONG, 2)));
        table.row(
                "an atomic of its own, 2 threads against 1",
                "1.00",
                text(batches.ratio("atomic-long-own", 2, "atomic-long-own", 1)));
        table.row(
                "an atomic of its own against the shared one, 1 thread",
                "1.00",
                text(batches.ratio("atomic-long-own", 1, Catalogue.ATOMIC_LONG, 1)));
        table.row(
                "a shared atomic, 2 threads against 1",
                "well above 1: contention reaches the figure",
                text(batches.ratio(Catalogue.ATOMIC_LONG, 2, Catalogue.ATOMIC_LONG, 1)));
        table.print();
    }

    private static void printTargets(BatchTable batches) {
        MarkdownTable table = new MarkdownTable(
                "Generator", "Threads", "× ns of AtomicLong", "× faster than SegmentChainId", "Verdict");
        for (Target target : Target.ALL) {
            double toLimit = batches.ratio(target.generator(), Catalogue.ATOMIC_LONG, target.threads());
            double toPeer = batches.ratio(Catalogue.COSID_CHAIN, target.generator(), target.threads());
            table.row(
                    target.generator(),
                    target.threads(),
                    text(toLimit) + target.limitText(),
                    text(toPeer) + target.peerText(),
                    target.verdict(toLimit, toPeer));
        }
        table.print();
    }

    private static String text(double ratio) {
        return Double.isNaN(ratio) ? "not measured" : String.format(Locale.ROOT, "%.2f", ratio);
    }
}
