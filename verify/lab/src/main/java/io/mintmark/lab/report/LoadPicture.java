package io.mintmark.lab.report;

import java.util.List;

/** Durable ranges a second of the server beside PostgreSQL, from {@code verify/lab/reports/load.md}. */
final class LoadPicture {
    private static final String RATE = "a second";

    private final PublishedTable older;
    private final PublishedTable newer;

    private LoadPicture(PublishedTable older, PublishedTable newer) {
        this.older = older;
        this.newer = newer;
    }

    static String of(PublishedPage page) {
        LoadPicture picture =
                new LoadPicture(page.table("# Java 17", "## Ranges"), page.table("# Java 25", "## Ranges"));
        return new BarChart(
                        "Durable ranges a second, beside PostgreSQL",
                        "Ranges a second: longer is better",
                        "Upper bar: Java 17. Lower bar: Java 25",
                        picture.subjects(),
                        footer(page.table("# Java 17")))
                .svg();
    }

    private List<Bars> subjects() {
        return List.of(
                bars("Mintmark, 1 counter", "on disk, each with its lease", true, "hilo/next, 1 counter"),
                bars("Mintmark, 1,000 counters", "on disk, each with its lease", true, "hilo/next, 1,000 counters"),
                bars(
                        "The same route, the limit",
                        "always one range, nothing stored",
                        false,
                        "hilo/next, a constant: always the same range, no store"),
                bars("PostgreSQL, 1 row", "on disk, guarded update", false, "PostgreSQL, guarded update of 1 row"),
                bars("PostgreSQL, 16 rows", "on disk, guarded update", false, "PostgreSQL, guarded update of 16 rows"));
    }

    private Bars bars(String label, String note, boolean ours, String row) {
        return new Bars(label, note, ours, Figure.of(older.cell(row, RATE)), Figure.of(newer.cell(row, RATE)));
    }

    private static List<String> footer(PublishedTable conditions) {
        return List.of(
                conditions.cell("Processor", "Value") + ", "
                        + conditions.cell("Cores, for all processes together", "Value")
                        + " cores for server and load together; 64 connections, PostgreSQL 32",
                "Mintmark " + conditions.cell("Mintmark", "Value") + ", "
                        + conditions.cell("Time", "Value").split("T", 2)[0] + "; figures: verify/lab/reports/load.md");
    }
}
