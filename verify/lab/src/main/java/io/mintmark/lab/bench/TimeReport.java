package io.mintmark.lab.bench;

import io.mintmark.lab.bench.generators.Catalogue;
import io.mintmark.lab.bench.generators.Entry;
import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.report.MarkdownTable;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Cost of a time-ordered id in the long run, waits for the clock included: medians of JMH's iterations.
 *
 * <p>Not the batches of {@link BatchRun}: a generator that waits for the clock once in a millisecond shows it in few
 * batches, and a median of batches would hide it.
 */
final class TimeReport {
    private static final double TARGET = 40;

    /** The generators that are to reach the target: those that need not wait for the clock at this rate. */
    private static final List<String> JUDGED = List.of("our-snowflake-1d", "our-tsid-4");

    private TimeReport() {}

    static void print(Effort effort) {
        List<Entry> entries = Catalogue.timeOrdered();
        for (int threads : new int[] {1, 2}) {
            System.out.println("## Time-ordered ids, " + threads + (threads == 1 ? " thread\n" : " threads\n"));
            print(entries, threads, JmhReport.medians(JmhReport.run(PeerBenchmark.class, entries, threads, effort)));
        }
    }

    private static void print(Collection<Entry> entries, int threads, Map<String, Double> medians) {
        MarkdownTable table = new MarkdownTable(
                "Generator", "median ns per id and thread", "× faster than CosId's", "target at one thread");
        for (Entry entry : entries) {
            double median = medians.getOrDefault(entry.name(), Double.NaN);
            double ratio = medians.getOrDefault(Catalogue.COSID_SNOWFLAKE, Double.NaN) / median;
            table.row(
                    entry.title(),
                    String.format(Locale.ROOT, "%.2f", median),
                    String.format(Locale.ROOT, "%.1f", ratio),
                    threads == 1 && JUDGED.contains(entry.name()) ? verdict(ratio) : "");
        }
        table.print();
    }

    private static String verdict(double ratio) {
        return "at least " + (int) TARGET + ": " + (ratio >= TARGET ? "met" : "**missed**");
    }
}
