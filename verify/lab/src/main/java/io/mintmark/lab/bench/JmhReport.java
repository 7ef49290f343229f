package io.mintmark.lab.bench;

import io.mintmark.lab.bench.generators.Catalogue;
import io.mintmark.lab.bench.generators.Entry;
import io.mintmark.lab.bench.generators.MeasuredCounter;
import io.mintmark.lab.bench.generators.Subject;
import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.report.Columns;
import io.mintmark.lab.report.Figures;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the JMH benchmarks and prints their means. */
final class JmhReport {
    private static final String BYTES = "gc.alloc.rate.norm";

    private JmhReport() {}

    /** Prints the means of all generators of numbers. */
    static void print(Effort effort) {
        for (int threads : new int[] {1, 2}) {
            System.out.println("## JMH means, " + threads + (threads == 1 ? " thread\n" : " threads\n"));
            print(Catalogue.numbers(), run(Catalogue.numbers(), threads, effort));
        }
    }

    /** Prints means and allocated bytes of all generators of document ids. */
    static void printGarbage(Effort effort) {
        List<Entry> entries = Catalogue.documentIds();
        print(entries, run(entries, 1, effort));
    }

    /** Returns the median of each generator's iterations, in nanoseconds a call. */
    static Map<String, Double> medians(Collection<RunResult> results) {
        return results.stream()
                .collect(Collectors.toMap(
                        result -> result.getParams().getParam("generator"),
                        result -> result.getPrimaryResult().getStatistics().getPercentile(50)));
    }

    static Collection<RunResult> run(List<Entry> entries, int threads, Effort effort) {
        Progress.say("JMH: %d generators, %d thread(s)", entries.size(), threads);
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(PeerBenchmark.class.getName().replace(".", "\\.") + "\\.")
                .param("generator", entries.stream().map(Entry::name).toArray(String[]::new))
                .threads(threads)
                .forks(1)
                .warmupIterations(effort.choose(1, 3, 3))
                .warmupTime(second(Windows.warmUp(effort)))
                .measurementIterations(effort.choose(1, 5, 5))
                .measurementTime(second(Windows.warmUp(effort)))
                .jvmArgs(Forked.flags().toArray(String[]::new))
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true);
        try {
            return new Runner(options.build()).run();
        } catch (RunnerException e) {
            throw new IllegalStateException("JMH could not run", e);
        }
    }

    private static TimeValue second(Duration atMost) {
        return TimeValue.milliseconds(Math.min(1_000, atMost.toMillis()));
    }

    private static void print(List<Entry> entries, Collection<RunResult> results) {
        Map<String, RunResult> found = results.stream()
                .collect(Collectors.toMap(result -> result.getParams().getParam("generator"), result -> result));
        new Columns<Entry>()
                .text("Generator", Entry::title)
                .text("Order", Entry::order)
                .text(
                        "mean ns per id",
                        entry -> perId("%.2f", entry, time(found, entry).getScore()))
                .text(
                        "± 99.9 %",
                        entry -> perId("%.2f", entry, time(found, entry).getScoreError()))
                .text(
                        "least iteration's",
                        entry -> perId(
                                "%.2f",
                                entry, time(found, entry).getStatistics().getMin()))
                .text("bytes allocated per id", entry -> perId("%.3f", entry, bytes(result(found, entry))))
                .of(entries)
                .print();
    }

    private static RunResult result(Map<String, RunResult> found, Entry entry) {
        return Objects.requireNonNull(found.get(entry.name()), entry.name());
    }

    private static Result<?> time(Map<String, RunResult> found, Entry entry) {
        return result(found, entry).getPrimaryResult();
    }

    private static double bytes(RunResult result) {
        Result<?> bytes = result.getSecondaryResults().get(BYTES);
        return bytes == null ? Double.NaN : bytes.getScore();
    }

    private static String perId(String format, Entry entry, double value) {
        try (Subject subject = entry.opener().open(new MeasuredCounter(Duration.ZERO))) {
            return Double.isNaN(value) ? "" : Figures.text(format, value / subject.idsPerCall());
        }
    }
}
