package io.mintmark.lab.faults;

import io.mintmark.lab.faults.Findings.Kind;
import io.mintmark.lab.faults.History.Done;
import io.mintmark.lab.report.Columns;
import io.mintmark.lab.report.MarkdownTable;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The report of a run on standard output: faults, figures and verdicts. */
final class FaultsReport {
    private static final List<String> TAGS = List.of("A", "B", "C");

    private final History history;
    private final Findings findings;

    FaultsReport(History history, Findings findings) {
        this.history = history;
        this.findings = findings;
    }

    void print(Map<String, AtomicLong> counts, List<String> ends, long unread) {
        faults(ends);
        figures(counts, unread);
        verdicts();
        examples();
        System.out.println("Times are ns since the beginning of the process. Lives ended: "
                + history.all(History.Drop.class) + "\n");
        System.out.println(findings.isFailed() ? "**FAILED**\n" : "All promises held.\n");
    }

    private void faults(List<String> ends) {
        System.out.println("## Faults\n");
        MarkdownTable table = new MarkdownTable("From, s", "To, s", "Fault", "Remark");
        history.all(History.Done.class).stream()
                .sorted(Comparator.comparingLong(Done::from))
                .forEach(each -> table.row(each.from(), each.to(), each.what(), oneLine(each.remark())));
        table.print();
        System.out.println("Nodes that ended by themselves and were started again: "
                + (ends.isEmpty() ? "none" : String.join("; ", ends)) + ".\n");
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ").replace("|", "\\|");
    }

    private void figures(Map<String, AtomicLong> counts, long unread) {
        System.out.println("## Figures\n");
        MarkdownTable table = new MarkdownTable("What", "How much");
        counts.forEach((what, count) -> table.row(what, count));
        table.row("ranges recorded", history.all(History.Range.class).size());
        table.row(
                "answers with identities recorded",
                history.all(History.Identity.class).size());
        table.row("documents acknowledged", history.all(History.Stored.class).size());
        table.row(
                "lives of the database that is renewed",
                history.all(History.Drop.class).size() + 1);
        table.row("put-backs of the engine", history.all(History.PutBack.class).size());
        table.row("documents that a node refused to show in the end", unread);
        Availability availability = new Availability(history);
        for (int node = 0; node < TAGS.size(); node++) {
            long millis = TimeUnit.NANOSECONDS.toMillis(availability.longest(node));
            table.row("longest time without a range at " + TAGS.get(node) + " outside of its faults, ms", millis);
        }
        table.print();
    }

    private void verdicts() {
        System.out.println("## Verdicts\n");
        new Columns<Kind>()
                .text("What", Kind::shown)
                .text("Found", findings::count)
                .text(
                        "Verdict",
                        kind -> kind.isFailure() ? (findings.count(kind) == 0 ? "held" : "**FAILED**") : "information")
                .of(List.of(Kind.values()))
                .print();
    }

    private void examples() {
        for (Kind kind : Kind.values()) {
            if (findings.count(kind) > 0) {
                System.out.println("First of \"" + kind.shown() + "\":\n");
                findings.examples(kind).stream()
                        .limit(kind.isFailure() ? Long.MAX_VALUE : 2)
                        .forEach(each -> System.out.println("- `" + oneLine(each) + "`"));
                System.out.println();
            }
        }
    }
}
