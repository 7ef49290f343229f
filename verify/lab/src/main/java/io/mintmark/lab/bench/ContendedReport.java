package io.mintmark.lab.bench;

import io.mintmark.lab.bench.generators.Catalogue;
import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.report.Columns;
import io.mintmark.lab.report.MarkdownTable;
import java.util.List;
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
        new Columns<Target>()
                .text("Generator", Target::generator)
                .text("Threads", Target::threads)
                .text("× ns of AtomicLong", target -> text(target.toLimit(batches)) + target.limitText())
                .text("× faster than SegmentChainId", target -> text(target.toPeer(batches)) + target.peerText())
                .text("Verdict", target -> target.verdict(target.toLimit(batches), target.toPeer(batches)))
                .of(Target.ALL)
                .print();
    }

    private static String text(double ratio) {
        return Double.isNaN(ratio) ? "not measured" : String.format(Locale.ROOT, "%.2f", ratio);
    }

    /**
     * Target of one of our generators, in ratios of the same run.
     *
     * @param generator its name in the catalogue
     * @param threads how many threads call it
     * @param limitRatioMax most times the nanoseconds of an AtomicLong; infinite if nothing is asked
     * @param peerRatioMin least times faster than SegmentChainId
     */
    private record Target(String generator, int threads, double limitRatioMax, double peerRatioMin) {
        static final List<Target> ALL = List.of(
                new Target("our-strict", 1, 1.05, 1.15),
                new Target("our-strict", 2, 1.08, 2),
                new Target("our-block-64", 1, Double.POSITIVE_INFINITY, 4),
                new Target("our-block-64", 2, Double.POSITIVE_INFINITY, 15),
                new Target("our-per-thread", 1, Double.POSITIVE_INFINITY, 3.4),
                new Target("our-per-thread", 2, Double.POSITIVE_INFINITY, 15),
                new Target("our-per-handle", 1, Double.POSITIVE_INFINITY, 6),
                new Target("our-per-handle", 2, Double.POSITIVE_INFINITY, 25));

        double toLimit(BatchTable batches) {
            return batches.ratio(generator, Catalogue.ATOMIC_LONG, threads);
        }

        double toPeer(BatchTable batches) {
            return batches.ratio(Catalogue.COSID_CHAIN, generator, threads);
        }

        String limitText() {
            return Double.isInfinite(limitRatioMax) ? "" : " (at most " + limitRatioMax + ")";
        }

        String peerText() {
            return " (at least " + peerRatioMin + ")";
        }

        String verdict(double toLimit, double toPeer) {
            if (Double.isNaN(toLimit) || Double.isNaN(toPeer)) {
                return "not measured";
            }
            return toLimit <= limitRatioMax && toPeer >= peerRatioMin ? "met" : "**missed**";
        }
    }
}
