package io.mintmark.lab.load;

import io.mintmark.lab.instrument.Rounds;
import io.mintmark.lab.load.IndexCosts.Cost;
import io.mintmark.lab.load.IndexCosts.Saves;
import io.mintmark.lab.load.IndexedServer.Way;
import io.mintmark.lab.report.Columns;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.MarkdownTable;
import io.mintmark.lab.report.RoundsCommand;
import io.mintmark.lab.report.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code verify/lab/index}: what an index costs, beside saves and by itself, as two tables. */
@Command(
        name = "verify/lab/index",
        description =
                "Measures what a document costs an index of few groups and of as many as documents, in each way to write"
                        + " an index, and what saves of 64 connections lose beside one.")
final class IndexRun extends RoundsCommand {
    private static final String NOT_MEASURED = "not measured: --javascript says where its engine is";

    @Option(
            names = "--javascript",
            paramLabel = "DIR",
            description = "The engine for JavaScript, as the server takes it. Default: JavaScript is not measured")
    private @Nullable Path javascript;

    /** A table. */
    enum Part {
        /** What a document costs. */
        DOCUMENTS,
        /** Saves beside an index. */
        SAVES
    }

    @Option(
            names = "--only",
            paramLabel = "PART",
            description = "Measures one table alone: \"documents\" (what one costs) or \"saves\". Default: both")
    private @Nullable Part only;

    IndexRun() {
        super(1, 3, 5);
    }

    @Override
    protected void measure(Site site, Conditions conditions) throws IOException {
        conditions.print(site.effort());
        IndexCosts costs = new IndexCosts(site, Optional.ofNullable(javascript).map(Path::toAbsolutePath));
        if (only != Part.SAVES) {
            printCosts(costs);
        }
        if (only != Part.DOCUMENTS) {
            printSaves(costs);
        }
    }

    private static void printCosts(IndexCosts costs) throws IOException {
        Cost few = costs.inFewGroups();
        Map<Way, Cost> many = costs.inManyGroups();
        Cost manyInCsharp = many.getOrDefault(Way.CSHARP, Cost.NOT_MEASURED);
        System.out.println("## A document\n");
        MarkdownTable table = new MarkdownTable(
                Figures.text("An index of %,d documents", costs.documents()),
                "µs a document",
                "server CPU, µs a document");
        addTo(table, "C#, 100 groups", few, "%.0f");
        for (Way way : Way.values()) {
            Cost cost = many.get(way);
            String what = way + ", as many groups as documents";
            if (cost == null) {
                table.row(what, NOT_MEASURED, "");
            } else {
                addTo(table, what, cost, "%.0f");
            }
        }
        addTo(table, "C#, as many groups ÷ 100 groups (at most 2)", manyInCsharp.dividedBy(few), "%.2f");
        table.print();
    }

    private static void addTo(MarkdownTable table, String what, Cost cost, String form) {
        table.row(what, Figures.figure(form, cost.micros()), Figures.figure(form, cost.cpuMicros()));
    }

    private static void printSaves(IndexCosts costs) throws IOException {
        Rounds<Optional<Way>, Saves> saves = costs.besideSaves();
        System.out.println("## Saves\n");
        new Columns<Optional<Way>>()
                .text(
                        "Saves of " + IndexedServer.CONNECTIONS + " connections, 1,000 groups, windows of "
                                + costs.window().toSeconds() + " s",
                        way -> way.map(present -> "beside an index in " + present)
                                .orElse("no index"))
                .figure("a second", "%,.0f", way -> saves.median(way, Saves::perSecond))
                .figure("P99, ms", "%.1f", way -> saves.median(way, Saves::p99Millis))
                .figure(
                        "÷ no index",
                        "%.2f",
                        way -> saves.median(way, Saves::perSecond) / saves.median(Optional.empty(), Saves::perSecond))
                .figure("index behind at the end, s", "%.2f", way -> saves.median(way, Saves::staleSeconds))
                .figure("server CPU, µs a save", "%.0f", way -> saves.median(way, Saves::cpuMicros))
                .figure("written, KiB a save", "%.1f", way -> saves.median(way, Saves::kibibytes))
                .of(saves.subjects())
                .print();
    }
}
