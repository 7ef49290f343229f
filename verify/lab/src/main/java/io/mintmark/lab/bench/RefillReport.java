package io.mintmark.lab.bench;

import io.mintmark.lab.bench.generators.Catalogue;
import io.mintmark.lab.bench.generators.Entry;
import io.mintmark.lab.bench.generators.OurGenerators;
import io.mintmark.lab.bench.generators.Subject;
import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.instrument.Quantiles;
import io.mintmark.lab.instrument.Rounds;
import io.mintmark.lab.process.Answer;
import io.mintmark.lab.report.Columns;
import io.mintmark.lab.report.MarkdownTable;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Rounds of {@link RefillRun} and {@link IdleRun}, interleaved, and their tables. */
final class RefillReport {
    private static final List<Integer> BURSTS = List.of(1, 10_000);

    private final Effort effort;
    private final Rounds<String, RefillRun.Result> results = new Rounds<>();

    private RefillReport(Effort effort) {
        this.effort = effort;
    }

    static void print(Effort effort) {
        RefillReport report = new RefillReport(effort);
        report.measure();
        System.out.println("## Calls while ranges are refilled\n");
        System.out.println(
                "The store answers in 1 ms. Percentiles are medians of the rounds, the longest call is the longest "
                        + "of all, counts are those of all rounds together.\n");
        report.printCalls();
        System.out.println("## Numbers reserved for a generator that falls idle\n");
        printIdle(effort);
    }

    private void measure() {
        for (int round = 1; round <= effort.rounds(); round++) {
            for (RefillRun.Load load : RefillRun.Load.ALL) {
                for (Entry entry : Catalogue.withRefill()) {
                    Progress.say("round %d of %d: refill, %s, %s", round, effort.rounds(), load, entry.name());
                    double[] answer = Forked.run(
                            RefillRun.class,
                            entry.name(),
                            load.perSecond(),
                            load.threads(),
                            Windows.warmUp(effort).toMillis(),
                            Windows.refill(effort).toMillis());
                    results.add(load + entry.name(), Answer.as(RefillRun.Result.class, answer));
                }
            }
        }
    }

    /** A row: a load on a generator. */
    private record Asked(RefillRun.Load load, Entry entry) {}

    private void printCalls() {
        new Columns<Asked>()
                .text("Load", Asked::load)
                .text("Generator", row -> row.entry().title())
                .text("Order", row -> row.entry().order())
                .text("calls timed", row -> sum(rounds(row), RefillRun.Result::timed))
                .text("P50", row -> duration(row, RefillRun.Result::p50))
                .text("P99.9", row -> duration(row, RefillRun.Result::p999))
                .text("P99.99", row -> duration(row, RefillRun.Result::p9999))
                .text("longest", row -> duration((double) longest(rounds(row))))
                .text("calls over 0.5 ms", row -> sum(rounds(row), RefillRun.Result::longCalls))
                .text(
                        "of these under AtomicLong",
                        row -> sum(rounds(row.load(), Catalogue.ATOMIC_LONG), RefillRun.Result::longCalls))
                .text("callers blocked (listener)", row -> blocked(rounds(row)))
                .text("fetches by callers", row -> sum(rounds(row), RefillRun.Result::fetchesByCallers))
                .text("reserve calls", row -> sum(rounds(row), RefillRun.Result::reserveCalls))
                .text("reserved/used", row -> reservedToUsed(rounds(row)))
                .of(RefillRun.Load.ALL.stream()
                        .flatMap(load -> Catalogue.withRefill().stream().map(entry -> new Asked(load, entry)))
                        .toList())
                .print();
    }

    private List<RefillRun.Result> rounds(Asked row) {
        return rounds(row.load(), row.entry().name());
    }

    private String duration(Asked row, ToDoubleFunction<RefillRun.Result> figure) {
        return duration(median(rounds(row), figure));
    }

    private List<RefillRun.Result> rounds(RefillRun.Load load, String generator) {
        return results.of(load + generator);
    }

    private static void printIdle(Effort effort) {
        MarkdownTable table = new MarkdownTable(
                "Generator",
                "numbers taken",
                "reserved at once",
                "reserved in all, " + Windows.idle(effort).toSeconds() + " s later",
                "of which not given back",
                "after closing",
                "in all ≤ twice what was taken and two first ranges");
        for (int burst : BURSTS) {
            for (Entry entry : Catalogue.withRefill()) {
                if (entry.name().equals(Catalogue.ATOMIC_LONG)) {
                    continue;
                }
                Progress.say("idle after %d: %s", burst, entry.name());
                double[] answer = Forked.run(
                        IdleRun.class, entry.name(), burst, Windows.idle(effort).toMillis());
                table.row(
                        entry.title(),
                        burst,
                        (long) answer[0],
                        (long) answer[1],
                        (long) answer[2],
                        (long) answer[3],
                        answer[1] <= 2 * (burst + OurGenerators.FIRST_RANGE) ? "yes" : "no");
            }
        }
        table.print();
    }

    private static String blocked(List<RefillRun.Result> rounds) {
        boolean told = rounds.stream().allMatch(round -> round.blocked() != Subject.NOT_TOLD);
        return told ? String.valueOf(sum(rounds, RefillRun.Result::blocked)) : "not told";
    }

    private static String reservedToUsed(List<RefillRun.Result> rounds) {
        long calls = sum(rounds, RefillRun.Result::reserveCalls);
        double ratio = median(rounds, round -> (double) round.reserved() / round.used());
        return calls == 0 ? "none" : String.format(Locale.ROOT, "%.3f", ratio);
    }

    private static long sum(List<RefillRun.Result> rounds, ToLongFunction<RefillRun.Result> figure) {
        return rounds.stream().mapToLong(figure).sum();
    }

    private static double median(List<RefillRun.Result> rounds, ToDoubleFunction<RefillRun.Result> figure) {
        return Quantiles.median(rounds.stream().mapToDouble(figure).toArray());
    }

    private static long longest(List<RefillRun.Result> rounds) {
        return rounds.stream().mapToLong(RefillRun.Result::max).max().orElse(0);
    }

    private static String duration(double nanos) {
        if (nanos < 1_000) {
            return String.format(Locale.ROOT, "%.0f ns", nanos);
        }
        return nanos < 1_000_000
                ? String.format(Locale.ROOT, "%.1f µs", nanos / 1e3)
                : String.format(Locale.ROOT, "%.2f ms", nanos / 1e6);
    }
}
