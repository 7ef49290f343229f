package io.mintmark.lab.bench;

import io.mintmark.lab.bench.generators.Catalogue;
import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.report.MarkdownTable;
import java.util.Locale;

/** The cost of a UUID or ULID at one and two threads, by batch medians. */
final class UuidReport {
    private static final double TIMES_FASTER = 2;

    private UuidReport() {}

    static void print(Effort effort) {
        BatchTable batches = BatchTable.report(
                "a UUID or ULID", Catalogue.uuids(), effort, Catalogue.ATOMIC_LONG, Catalogue.UUID_V7_FAST, 1, 2);
        System.out.println("## Target: UUID v7 against uuid-creator's fast one\n");
        printTarget(batches);
    }

    private static void printTarget(BatchTable batches) {
        MarkdownTable table = new MarkdownTable("Threads", "× faster (at least " + TIMES_FASTER + ")", "Verdict");
        for (int threads : new int[] {1, 2}) {
            double ratio = batches.ratio(Catalogue.UUID_V7_FAST, "our-uuid-v7", threads);
            table.row(threads, String.format(Locale.ROOT, "%.2f", ratio), ratio >= TIMES_FASTER ? "met" : "**missed**");
        }
        table.print();
    }
}
