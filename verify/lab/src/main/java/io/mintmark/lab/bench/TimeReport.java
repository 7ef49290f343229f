package io.mintmark.lab.bench;

import io.mintmark.lab.bench.generators.Catalogue;
import io.mintmark.lab.bench.generators.Entry;
import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.report.Columns;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

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
            print(entries, threads, JmhReport.medians(JmhReport.run(entries, threads, effort)));
        }
    }

    private static void print(Collection<Entry> entries, int threads, Map<String, Double> medians) {
        double peer = medians.getOrDefault(Catalogue.COSID_SNOWFLAKE, Double.NaN);
        ToDoubleFunction<Entry> median = entry -> medians.getOrDefault(entry.name(), Double.NaN);
        new Columns<Entry>()
                .text("Generator", Entry::title)
                .figure("median ns per id and thread", "%.2f", median)
                .figure("× faster than CosId's", "%.1f", entry -> peer / median.applyAsDouble(entry))
                .text(
                        "target at one thread",
                        entry -> threads == 1 && JUDGED.contains(entry.name())
                                ? verdict(peer / median.applyAsDouble(entry))
                                : "")
                .of(entries)
                .print();
    }

    private static String verdict(double ratio) {
        return "at least " + (int) TARGET + ": " + (ratio >= TARGET ? "met" : "**missed**");
    }
}
