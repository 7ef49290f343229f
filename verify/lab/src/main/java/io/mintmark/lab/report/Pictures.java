package io.mintmark.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The command {@code verify/lab/pictures}: writes the pictures of the figures that the documentation publishes. */
public final class Pictures {
    private static final String NANOS = "ns per id and thread";
    private static final String RATE = "a second";

    private final PublishedTable upper;
    private final PublishedTable lower;
    private final String column;

    private Pictures(PublishedTable upper, PublishedTable lower, String column) {
        this.upper = upper;
        this.lower = lower;
        this.column = column;
    }

    public static void main(String[] args) throws IOException {
        if (args.length != 2) {
            throw new IllegalArgumentException("two arguments are needed, the folders of reports and of pictures:"
                    + " arguments=" + args.length + "; run verify/lab/pictures, which gives them");
        }
        Path pictures = Path.of(args[1]);
        for (Map.Entry<String, String> picture : drawnFrom(Path.of(args[0])).entrySet()) {
            Path file = pictures.resolve(picture.getKey());
            Files.writeString(file, picture.getValue());
            System.out.println(file.normalize());
        }
    }

    /** Returns each picture's text by its file name, drawn from the pages in {@code reports}. */
    static Map<String, String> drawnFrom(Path reports) throws IOException {
        Map<String, String> pictures = new TreeMap<>();
        pictures.put("benchmark.svg", benchmark(PublishedPage.read(reports.resolve("benchmarks.md"))));
        pictures.put("load.svg", load(PublishedPage.read(reports.resolve("load.md"))));
        pictures.put("id-costs.svg", costs(PublishedPage.read(reports.resolve("simulation.md"))));
        return pictures;
    }

    /** Nanoseconds for an id of each generator. */
    private static String benchmark(PublishedPage page) {
        Pictures of = new Pictures(
                page.table("## Cost of a number, one thread"), page.table("## Cost of a number, two threads"), NANOS);
        PublishedTable run = page.table();
        return new BarChart(
                        "Cost of an id",
                        "Nanoseconds for an id: shorter is better",
                        "Upper bar: 1 thread. Lower bar: 2 threads at once, each thread's time",
                        List.of(
                                of.ordered("AtomicLong, the limit", false, "AtomicLong.incrementAndGet"),
                                of.ordered("Mintmark strict()", true, "Mintmark strict"),
                                of.ordered("CosId SegmentChainId", false, "CosId SegmentChainId, step 1000"),
                                of.ordered("CosId SegmentId", false, "CosId SegmentId, step 1000"),
                                of.ordered("Hibernate pooled-lo", false, "Hibernate pooled-lo, 1000"),
                                of.ordered("Hibernate pooled-lotl", false, "Hibernate pooled-lotl, 1000"),
                                of.ordered("Mintmark striped()", true, "Mintmark striped"),
                                of.ordered("Mintmark perThread()", true, "Mintmark per thread"),
                                of.ordered("Mintmark perHandle()", true, "Mintmark per handle"),
                                of.ordered(
                                        "Mintmark, blocks of 64", true, "Mintmark strict, blocks of 64 into an array")),
                        List.of(
                                value(run, "Processor") + ", " + value(run, "Cores the JVM sees") + " cores, "
                                        + value(run, "JDK"),
                                "Medians of " + value(run, "Rounds, windows").split(",", 2)[0] + " rounds; "
                                        + version(run) + "; figures: verify/lab/reports/benchmarks.md"))
                .svg();
    }

    /** Durable ranges a second of the server beside PostgreSQL. */
    private static String load(PublishedPage page) {
        Pictures of = new Pictures(page.table("# Java 17", "## Ranges"), page.table("# Java 25", "## Ranges"), RATE);
        PublishedTable run = page.table("# Java 17");
        String kept = "on disk, each with its lease";
        return new BarChart(
                        "Durable ranges a second, beside PostgreSQL",
                        "Ranges a second: longer is better",
                        "Upper bar: Java 17. Lower bar: Java 25",
                        List.of(
                                of.bars("Mintmark, 1 counter", kept, true, "hilo/next, 1 counter"),
                                of.bars("Mintmark, 1,000 counters", kept, true, "hilo/next, 1,000 counters"),
                                of.bars(
                                        "The same route, the limit",
                                        "always one range, nothing stored",
                                        false,
                                        "hilo/next, a constant: always the same range, no store"),
                                of.guarded("PostgreSQL, 1 row", "1 row"),
                                of.guarded("PostgreSQL, 16 rows", "16 rows")),
                        List.of(
                                value(run, "Processor") + ", " + value(run, "Cores, for all processes together")
                                        + " cores for server and load together; 64 connections, PostgreSQL 32",
                                version(run) + "; figures: verify/lab/reports/load.md"))
                .svg();
    }

    /** Commits for a million ids of the simulation. */
    private static String costs(PublishedPage page) {
        PublishedTable table = page.table("## For a million ids");
        return new BarChart(
                        "Commits for a million ids",
                        "Commits for a million ids, counted: shorter is better",
                        "Upper bar: SQLite. Lower bar: PostgreSQL, three nodes with ranges ahead",
                        Stream.of("10", "100", "1,000")
                                .flatMap(clients -> Stream.of("1 counter", "100 counters", "10,000 counters")
                                        .map(counters -> bars(table, clients + " clients, " + counters)))
                                .toList(),
                        List.of("Virtual time, nothing goes wrong; figures: verify/lab/reports/simulation.md"))
                .svg();
    }

    private static BarChart.Bars bars(PublishedTable table, String row) {
        return new BarChart.Bars(
                row,
                table.cell(row, "SQLite, waits") + " and " + table.cell(row, "PostgreSQL, waits") + " waits",
                true,
                Figure.of(table.cell(row, "SQLite, commits")),
                Figure.of(table.cell(row, "PostgreSQL, commits")));
    }

    private BarChart.Bars ordered(String label, boolean ours, String row) {
        return bars(label, "order: " + upper.cell(row, "Order"), ours, row);
    }

    private BarChart.Bars guarded(String label, String rows) {
        return bars(label, "on disk, guarded update", false, "PostgreSQL, guarded update of " + rows);
    }

    private BarChart.Bars bars(String label, String note, boolean ours, String row) {
        return new BarChart.Bars(
                label, note, ours, Figure.of(upper.cell(row, column)), Figure.of(lower.cell(row, column)));
    }

    private static String value(PublishedTable conditions, String condition) {
        return conditions.cell(condition, "Value");
    }

    private static String version(PublishedTable conditions) {
        return "Mintmark " + value(conditions, "Mintmark") + ", "
                + value(conditions, "Time").split("T", 2)[0];
    }
}
