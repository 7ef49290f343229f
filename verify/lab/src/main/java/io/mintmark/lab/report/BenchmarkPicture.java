package io.mintmark.lab.report;

import java.util.List;

/** Nanoseconds for an id of each generator, from {@code verify/lab/reports/benchmarks.md}. */
final class BenchmarkPicture {
    private static final String NANOS = "ns per id and thread";

    private final PublishedTable one;
    private final PublishedTable two;

    private BenchmarkPicture(PublishedTable one, PublishedTable two) {
        this.one = one;
        this.two = two;
    }

    static String of(PublishedPage page) {
        BenchmarkPicture picture = new BenchmarkPicture(
                page.table("## Cost of a number, one thread"), page.table("## Cost of a number, two threads"));
        return new BarChart(
                        "Cost of an id",
                        "Nanoseconds for an id: shorter is better",
                        "Upper bar: 1 thread. Lower bar: 2 threads at once, each thread's time",
                        picture.subjects(),
                        footer(page.table()))
                .svg();
    }

    private List<Bars> subjects() {
        return List.of(
                peer("AtomicLong, the limit", "AtomicLong.incrementAndGet"),
                ours("Mintmark strict()", "Mintmark strict"),
                peer("CosId SegmentChainId", "CosId SegmentChainId, step 1000"),
                peer("CosId SegmentId", "CosId SegmentId, step 1000"),
                peer("Hibernate pooled-lo", "Hibernate pooled-lo, 1000"),
                peer("Hibernate pooled-lotl", "Hibernate pooled-lotl, 1000"),
                ours("Mintmark striped()", "Mintmark striped"),
                ours("Mintmark perThread()", "Mintmark per thread"),
                ours("Mintmark perHandle()", "Mintmark per handle"),
                ours("Mintmark, blocks of 64", "Mintmark strict, blocks of 64 into an array"));
    }

    private Bars peer(String label, String row) {
        return bars(label, row, false);
    }

    private Bars ours(String label, String row) {
        return bars(label, row, true);
    }

    private Bars bars(String label, String row, boolean ours) {
        return new Bars(
                label,
                "order: " + one.cell(row, "Order"),
                ours,
                Figure.of(one.cell(row, NANOS)),
                Figure.of(two.cell(row, NANOS)));
    }

    private static List<String> footer(PublishedTable conditions) {
        return List.of(
                conditions.cell("Processor", "Value") + ", " + conditions.cell("Cores the JVM sees", "Value")
                        + " cores, " + conditions.cell("JDK", "Value"),
                "Medians of " + conditions.cell("Rounds, windows", "Value").split(",", 2)[0] + " rounds; Mintmark "
                        + conditions.cell("Mintmark", "Value") + ", "
                        + conditions.cell("Time", "Value").split("T", 2)[0]
                        + "; figures: verify/lab/reports/benchmarks.md");
    }
}
