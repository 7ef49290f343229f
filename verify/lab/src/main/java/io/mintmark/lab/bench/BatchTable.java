package io.mintmark.lab.bench;

import io.mintmark.lab.bench.generators.Entry;
import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.instrument.Rounds;
import io.mintmark.lab.process.Answer;
import io.mintmark.lab.report.Columns;
import io.mintmark.lab.report.Figures;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Rounds of {@link BatchRun} over several generators, interleaved, and the table of them.
 *
 * <p>Every round measures every generator once, so a change of the machine's mood meets all of them. Figures are
 * medians of the rounds; a ratio is the median of the ratios within each round, never a ratio of medians from different
 * times.
 */
final class BatchTable {
    private final List<Entry> entries;
    private final Effort effort;
    private final Rounds<String, BatchRun.Result> results = new Rounds<>();

    private BatchTable(List<Entry> entries, Effort effort) {
        this.entries = entries;
        this.effort = effort;
    }

    /** Measures generators and prints a table for each thread count, against two of them. */
    static BatchTable report(
            String what, List<Entry> entries, Effort effort, String limit, String peer, int... threadCounts) {
        BatchTable table = new BatchTable(entries, effort);
        table.measure(threadCounts);
        for (int threads : threadCounts) {
            System.out.println("## Cost of " + what + (threads == 1 ? ", one thread\n" : ", two threads\n"));
            table.print(threads, limit, peer);
        }
        return table;
    }

    /** Runs all rounds. */
    private void measure(int... threadCounts) {
        for (int round = 1; round <= effort.rounds(); round++) {
            for (int threads : threadCounts) {
                for (Entry entry : entries) {
                    Progress.say("round %d of %d: %s, %d thread(s)", round, effort.rounds(), entry.name(), threads);
                    results.add(key(entry.name(), threads), run(entry, threads));
                }
            }
        }
    }

    private BatchRun.Result run(Entry entry, int threads) {
        return Answer.as(
                BatchRun.Result.class,
                Forked.run(
                        BatchRun.class,
                        entry.name(),
                        threads,
                        Windows.warmUp(effort).toMillis(),
                        Windows.batch(effort).toMillis()));
    }

    /** Prints the rows of one thread count against two of the generators. */
    private void print(int threads, String limit, String peer) {
        new Columns<Entry>()
                .text("Generator", Entry::title)
                .text("Order", Entry::order)
                .text("ns per id and thread (p10–p90)", entry -> nanos(entry.name(), threads))
                .text(
                        "million ids/s in all",
                        entry -> Figures.text(
                                "%.0f", threads * 1_000 / median(entry.name(), threads, BatchRun.Result::median)))
                .text("× ns of " + limit, entry -> Figures.text("%.2f", ratio(entry.name(), limit, threads)))
                .text("× faster than " + peer, entry -> Figures.text("%.2f", ratio(peer, entry.name(), threads)))
                .text("batches accepted of seen, least of the rounds", entry -> accepted(entry.name(), threads))
                .of(entries)
                .print();
    }

    /**
     * Returns the median over rounds of how many times the nanoseconds of {@code other} a number of {@code name} took.
     */
    double ratio(String name, String other, int threads) {
        return ratio(name, threads, other, threads);
    }

    /** The same, between different thread counts. */
    double ratio(String name, int threads, String other, int otherThreads) {
        return results.ratio(key(name, threads), key(other, otherThreads), BatchRun.Result::median);
    }

    private String nanos(String name, int threads) {
        if (Double.isNaN(median(name, threads, BatchRun.Result::median))) {
            return "no batch accepted";
        }
        return Figures.text(
                "%.2f (%.2f–%.2f)",
                median(name, threads, BatchRun.Result::median),
                median(name, threads, BatchRun.Result::p10),
                median(name, threads, BatchRun.Result::p90));
    }

    private String accepted(String name, int threads) {
        BatchRun.Result least = results.of(key(name, threads)).stream()
                .min((one, two) -> Long.compare(one.accepted(), two.accepted()))
                .orElseThrow();
        String few = least.accepted() < BatchRun.ACCEPTED_MIN ? " **too few**" : "";
        return least.accepted() + " of " + least.seen() + few;
    }

    private double median(String name, int threads, ToDoubleFunction<BatchRun.Result> figure) {
        return results.median(key(name, threads), figure);
    }

    private static String key(String name, int threads) {
        return name + " " + threads;
    }
}
